import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { z } from 'zod';
import { AuditChain, AuditLog, type LeafRange } from '@gw/audit';
import { AppError, parseWith } from '@gw/platform';
import type { GatewayRequest } from '../auth/gateway-request';

/** The body of `GET /v1/audit/head`. */
export interface AuditHeadAnswer {
  readonly audit_head: string;
  readonly seq: number;
  readonly recorded_at: string;
  readonly records: number;
  /** The newest signed checkpoint; null while there is none. */
  readonly checkpoint: string | null;
}

/** The body of `GET /v1/audit/records/{request_id}`; `record` holds the exact bytes that were hashed. */
export interface AuditRecordAnswer {
  readonly seq: number;
  readonly record: string;
  readonly leaf: string;
  readonly head: string;
  /** Inclusion proof to the checkpoint; null until one covers the record. */
  readonly proof: readonly string[] | null;
  readonly checkpoint: string | null;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const seq = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);
const leavesQuery = z.strictObject({ from: seq, to: seq });

/** What a key holder may see of the audit log: heads and leaf hashes of all, records of the own tenant. */
@Controller('v1/audit')
export class AuditController {
  constructor(
    private readonly chain: AuditChain,
    private readonly log: AuditLog,
  ) {}

  @Get('head')
  async head(): Promise<AuditHeadAnswer> {
    const { head, seq: newest, recordedAt } = await this.chain.head();
    return {
      audit_head: head,
      seq: Number(newest),
      recorded_at: recordedAt,
      records: Number(newest),
      checkpoint: null,
    };
  }

  /** Another tenant's record is as unknown as one that does not exist. */
  @Get('records/:request_id')
  async record(
    @Param('request_id') requestId: string,
    @Req() { principal }: GatewayRequest,
  ): Promise<AuditRecordAnswer> {
    const row = UUID.test(requestId) ? await this.log.byRequest(requestId) : null;
    if (row === null || row.tenant_id !== principal.tenantId) throw new AppError('not_found');
    return {
      seq: Number(row.seq),
      record: row.bytes,
      leaf: row.leaf.toString('hex'),
      head: row.head.toString('hex'),
      proof: null,
      checkpoint: null,
    };
  }

  @Get('leaves')
  leaves(@Query() query: unknown): Promise<LeafRange> {
    const { from, to } = parseWith(leavesQuery, query);
    return this.log.leaves(from, to);
  }
}
