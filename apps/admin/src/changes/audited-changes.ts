import { Injectable } from '@nestjs/common';
import { AuditChain } from '@gw/audit';
import { AppError } from '@gw/platform';
import type { AdminRequest } from '../auth/admin-request';

/** What a change did, for the log. Never a secret, nor a value that could be somebody's. */
export interface ChangeRecord {
  readonly kind: string;
  /** What was changed, as in `key/1001`. */
  readonly target: string;
  readonly tenant?: string;
  readonly key?: string;
  readonly model?: string;
  readonly outcome?: 'completed' | 'replayed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Appends the one record of a change; to be called inside the change's transaction where it has one. */
export type AppendRecord = (record: ChangeRecord) => Promise<void>;

/**
 * No change without its record: the record is appended before the change's transaction commits, and if it cannot be,
 * nothing changes. Changes run one at a time, because each holds a connection while its record needs another.
 */
@Injectable()
export class AuditedChanges {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly audit: AuditChain) {}

  /** @throws AppError audit_unavailable, and what the change throws */
  apply<Result>(request: AdminRequest, change: (record: AppendRecord) => Promise<Result>): Promise<Result> {
    const result = this.last.then(() => change((record) => this.append(request, record)));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async append({ id, operator }: AdminRequest, record: ChangeRecord): Promise<void> {
    const { appended } = await this.audit.append({
      request_id: id,
      operator: operator.number,
      outcome: 'completed',
      ...record,
      before: plain(record.before),
      after: plain(record.after),
    });
    if (!appended) throw new AppError('audit_unavailable');
  }
}

/** Times as strings, as they stand in an answer. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}
