import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { AuditChain, AuditLog } from '@gw/audit';
import { AppError, invalidRequest, ZodPipe } from '@gw/platform';
import { Roles } from '../auth/roles.decorator';
import { pageOf, uuidParam, type Page } from '../lists/page';
import {
  exportQuery,
  recordsQuery,
  recordView,
  verifySchema,
  type ExportQuery,
  type RecordsQuery,
  type RecordView,
  type VerifyRange,
} from './audit.dto';
import { VerifyJobs, type VerifyJob } from './verify-jobs';

/** Longer ranges are verified by a job. */
const VERIFIED_AT_ONCE_MAX = 50_000;
const EXPORT_PAGE = 1_000;

@Controller('admin/v1/audit')
@Roles('auditor', 'viewer')
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly chain: AuditChain,
    private readonly jobs: VerifyJobs,
  ) {}

  /** Newest first. */
  @Get('records')
  records(@Query(new ZodPipe(recordsQuery)) query: RecordsQuery): Promise<Page<RecordView>> {
    const { cursor: before, kind, tenant, request_id } = query;
    return pageOf(
      (limit) => this.log.records({ kind, tenant, request_id, before, limit }),
      query,
      ({ seq }) => seq,
      recordView,
    );
  }

  @Get('head')
  async head(): Promise<{ audit_head: string; seq: number; recorded_at: string; records: number }> {
    const { seq, head, recordedAt } = await this.chain.head();
    return { audit_head: head, seq: Number(seq), recorded_at: recordedAt, records: Number(seq) };
  }

  /**
   * JSON lines, oldest first: one that names the log and the head before, then a line per record, from which anybody can compute every head
   * again.
   */
  @Get('export')
  @Roles('auditor')
  async export(
    @Query(new ZodPipe(exportQuery)) { from = 1, to }: ExportQuery,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const last = await this.lastOf(from, to);
    return reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-${from}-${last}.jsonl"`)
      .send(Readable.from(this.lines(from, last)));
  }

  @Post('verify')
  @Roles('auditor')
  async verify(
    @Body(new ZodPipe(verifySchema.optional())) range: VerifyRange | undefined,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const from = range?.from ?? 1;
    const to = await this.lastOf(from, range?.to);
    if (to - from >= VERIFIED_AT_ONCE_MAX) {
      return reply.status(202).send({ job: this.jobs.start(from, to).job });
    }
    return reply.status(200).send(await this.log.verify(from, range?.to));
  }

  @Get('verify/:job')
  job(@Param('job') id: string): VerifyJob {
    const job = this.jobs.find(uuidParam(id));
    if (!job) throw new AppError('not_found');
    return job;
  }

  /** @throws AppError invalid_request for a range the log does not hold; an empty log holds 1 to 0 */
  private async lastOf(from: number, to: number | undefined): Promise<number> {
    const newest = Number((await this.chain.head()).seq);
    if (to !== undefined && to > newest)
      throw invalidRequest({ path: 'to', problem: 'must not be after the head' });
    const last = to ?? newest;
    if (from > last + 1) throw invalidRequest({ path: 'from', problem: 'must not be after the head' });
    return last;
  }

  private async *lines(from: number, to: number): AsyncGenerator<string> {
    const { log, created, ed25519_pub, format } = await this.log.genesis();
    const head_before = from > to ? null : (await this.log.leaves(from, from)).head_before;
    yield `${JSON.stringify({ genesis: { log, created, ed25519_pub, format }, from, to, head_before })}\n`;
    for (let first = from; first <= to; first += EXPORT_PAGE) {
      const end = Math.min(to, first + EXPORT_PAGE - 1);
      const rows = await this.log.records({ before: String(end + 1), limit: end - first + 1 });
      for (const row of rows.reverse()) yield `${JSON.stringify(recordView(row))}\n`;
    }
  }
}
