import { Injectable } from '@nestjs/common';
import { AuditChain } from '@gw/audit';
import { GroupCommit, Readiness } from '@gw/platform';

/** The body of `GET /healthz`. */
export interface HealthDocument {
  readonly ok: boolean;
  readonly audit_head: string | null;
  readonly audit_seq: number | null;
}

/** The checks without which no request can be served safely. */
export const VITAL_CHECKS = ['database', 'audit_chain', 'detection_engine', 'drain'];

/**
 * Tells whether the service works, and the newest audit head. Callers that ask at the same moment share one
 * question to the database, but never one that began before they asked: a head is never older than the call.
 */
@Injectable()
export class HealthReporter {
  private readonly shared = new GroupCommit<null, HealthDocument>(async (callers) => {
    const document = await this.read();
    return callers.map(() => document);
  });

  constructor(
    private readonly readiness: Readiness,
    private readonly audit: AuditChain,
  ) {}

  report(): Promise<HealthDocument> {
    return this.shared.add(null);
  }

  private async read(): Promise<HealthDocument> {
    const [result, head] = await Promise.all([
      this.readiness.check(VITAL_CHECKS),
      this.audit.head().catch(() => null),
    ]);
    const known = head ?? this.audit.lastKnown;
    return {
      ok: result.status === 'ok' && head !== null,
      audit_head: known?.head ?? null,
      audit_seq: known ? Number(known.seq) : null,
    };
  }
}
