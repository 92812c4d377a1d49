import { Injectable } from '@nestjs/common';
import { AuditLog, type Verification } from '@gw/audit';
import { newId } from '@gw/platform';

const CHUNK = 20_000;
const JOBS_MAX = 100;

/** A verification that runs on after the answer. */
export interface VerifyJob {
  readonly job: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly from: number;
  readonly to: number;
  /** Records verified so far. */
  readonly records: number;
  readonly result?: Verification;
}

/** Verifies long ranges piece by piece. Jobs live in this process, the newest hundred of them. */
@Injectable()
export class VerifyJobs {
  private readonly jobs = new Map<string, VerifyJob>();

  constructor(private readonly log: AuditLog) {}

  start(from: number, to: number): VerifyJob {
    const job: VerifyJob = { job: newId(), state: 'running', from, to, records: 0 };
    this.keep(job);
    void this.run(job);
    return job;
  }

  find(id: string): VerifyJob | undefined {
    return this.jobs.get(id);
  }

  private async run(job: VerifyJob): Promise<void> {
    let records = 0;
    try {
      for (let from = job.from; from <= job.to; from += CHUNK) {
        const part = await this.log.verify(from, Math.min(job.to, from + CHUNK - 1));
        records += part.records;
        if (!part.ok || part.to === job.to) {
          this.keep({
            ...job,
            state: 'done',
            records,
            result: { ...part, from: job.from, to: job.to, records },
          });
          return;
        }
        this.keep({ ...job, records });
      }
    } catch {
      this.keep({ ...job, state: 'failed', records });
    }
  }

  private keep(job: VerifyJob): void {
    this.jobs.set(job.job, job);
    const oldest = this.jobs.keys().next();
    if (this.jobs.size > JOBS_MAX && !oldest.done) this.jobs.delete(oldest.value);
  }
}
