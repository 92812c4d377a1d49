import { Injectable } from '@nestjs/common';
import { AuditChain } from '@gw/audit';
import type { Resolution } from '@gw/billing';
import { AppError, type ErrorCode } from '@gw/platform';
import { assertUsable } from '../auth/assert-usable';
import type { GatewayRequest } from '../auth/gateway-request';
import { Operation, type OperationKind } from './operation';

/** Where the record of an operation stands in the audit log, and the balance after its charge. */
export interface AuditPlace {
  readonly seq: bigint;
  readonly head: string;
  readonly balanceNano: bigint | null;
}

/** Refusals that append no record: nothing was begun, or nothing can be appended. */
const UNRECORDED = new Set<ErrorCode>([
  'audit_unavailable',
  'draining',
  'rate_limited',
  'too_many_concurrent',
]);

/**
 * The frame around every audited operation. Whatever way the work ends, its hold is resolved and exactly one
 * record is appended, in one commit; only then is an answer released.
 */
@Injectable()
export class AuditedOperations {
  constructor(private readonly audit: AuditChain) {}

  /**
   * @param work does the operation, notes on it what it learns, and returns the content of the answer
   * @param answer builds the answer once the record stands
   * @throws AppError of the work; audit_unavailable when no record could be appended; upstream_timeout when the
   *   hold had already expired, so that nothing may be charged or released any more
   */
  async run<Content, Answer>(
    kind: OperationKind,
    request: GatewayRequest,
    work: (operation: Operation) => Promise<Content>,
    answer: (content: Content, operation: Operation, place: AuditPlace) => Answer,
  ): Promise<Answer> {
    const operation = new Operation(kind, request.id, request.principal, request.routeOptions.url ?? '');
    let content: Content;
    try {
      assertUsable(request.principal, request);
      content = await work(operation);
    } catch (error) {
      await this.recordFailure(operation, error);
      throw error;
    }
    const place = await this.audit.append(operation.auditFields(operation.outcome), operation.settlement);
    if (!place.appended) throw new AppError('upstream_timeout');
    return answer(content, operation, place);
  }

  private async recordFailure(operation: Operation, error: unknown): Promise<void> {
    const code = error instanceof AppError ? error.code : 'internal';
    if (UNRECORDED.has(code) && !operation.holdsBalance) return;
    const voided: Resolution | undefined = operation.holdsBalance
      ? { kind: 'void', requestId: operation.requestId }
      : undefined;
    await this.audit.append(operation.auditFields(`${outcomeClass(error)}:${code}`), voided);
  }
}

/** A refusal is the caller's to change; a failure is ours or the model's. */
function outcomeClass(error: unknown): 'refused' | 'failed' {
  return error instanceof AppError && error.entry.status < 500 ? 'refused' : 'failed';
}
