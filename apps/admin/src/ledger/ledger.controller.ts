import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { formatCny, Ledger, type LedgerEntry } from '@gw/billing';
import { AppError, ZodPipe } from '@gw/platform';
import { Tenants } from '@gw/tenancy';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { AuditedChanges } from '../changes/audited-changes';
import { sendCsv, wantsCsv, type Cell } from '../lists/csv';
import { pageOf, uuidParam } from '../lists/page';
import {
  adjustmentSchema,
  creditSchema,
  ledgerLine,
  ledgerQuery,
  type Adjustment,
  type Credit,
  type LedgerLine,
  type LedgerQuery,
} from './ledger.dto';

const EXPORT_PAGE = 1_000;
const CSV_HEADER = ['seq', 'at', 'kind', 'amount', 'balance', 'reference', 'request_id', 'note'];

@Controller('admin/v1/tenants/:id')
export class LedgerController {
  constructor(
    private readonly ledger: Ledger,
    private readonly tenants: Tenants,
    private readonly changes: AuditedChanges,
  ) {}

  /** The same reference again answers the first transaction and credits nothing. */
  @Post('credits')
  @Roles('finance')
  async credit(
    @Param('id') id: string,
    @Body(new ZodPipe(creditSchema)) { amount, reference, note }: Credit,
    @Req() request: AdminRequest,
  ): Promise<LedgerLine> {
    const tenant = await this.tenants.get(uuidParam(id));
    if (tenant.status === 'erased') throw new AppError('conflict');
    return this.post(request, tenant.id, 'credit', () =>
      this.ledger.credit(tenant.id, amount, reference, note),
    );
  }

  @Post('adjustments')
  @Roles('finance')
  async adjust(
    @Param('id') id: string,
    @Body(new ZodPipe(adjustmentSchema)) { amount, reason, reference }: Adjustment,
    @Req() request: AdminRequest,
  ): Promise<LedgerLine> {
    const tenant = await this.tenants.get(uuidParam(id));
    return this.post(request, tenant.id, 'adjustment', () =>
      this.ledger.adjust(tenant.id, amount, reference, reason),
    );
  }

  /** Newest first; as a table the whole ledger at once. */
  @Get('ledger')
  @Roles(...EVERY_ROLE)
  async list(
    @Param('id') id: string,
    @Query(new ZodPipe(ledgerQuery)) query: LedgerQuery,
    @Req() request: AdminRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const tenant = await this.tenants.get(uuidParam(id));
    if (wantsCsv(request.headers.accept)) {
      return sendCsv(reply, `ledger-${tenant.id}.csv`, CSV_HEADER, this.rows(tenant.id));
    }
    return reply.send(
      await pageOf(
        (rowsMax) => this.ledger.entries(tenant.id, query.cursor ?? null, rowsMax),
        query,
        ({ seq }) => seq,
        ledgerLine,
      ),
    );
  }

  private async *rows(tenantId: string): AsyncGenerator<Cell[]> {
    let before: string | null = null;
    for (;;) {
      const entries: LedgerEntry[] = await this.ledger.entries(tenantId, before, EXPORT_PAGE);
      for (const entry of entries) {
        const { seq, at, kind, reference, request_id = null, note = null } = ledgerLine(entry);
        const [amount, balance] = [formatCny(entry.amountNano), formatCny(entry.balanceNano)];
        yield [seq, at, kind, amount, balance, reference, request_id, note];
      }
      const last = entries.at(-1);
      if (!last || entries.length < EXPORT_PAGE) return;
      before = last.seq;
    }
  }

  /** Money has a log of its own, so its record follows the commit; a repeated call appends a missing one. */
  private async post(
    request: AdminRequest,
    tenantId: string,
    kind: 'credit' | 'adjustment',
    transact: () => Promise<LedgerEntry>,
  ): Promise<LedgerLine> {
    return this.changes.apply(request, async (record) => {
      const [newest] = await this.ledger.entries(tenantId, null, 1);
      const entry = await transact();
      const isNew = newest === undefined || BigInt(entry.seq) > BigInt(newest.seq);
      const after = ledgerLine(entry);
      await record({
        kind,
        target: `transaction/${entry.seq}`,
        tenant: tenantId,
        outcome: isNew ? 'completed' : 'replayed',
        after,
      });
      return after;
    });
  }
}
