import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { formatCny, nanoToJsonNumber, Usage, type UsageRow } from '@gw/billing';
import { ZodPipe } from '@gw/platform';
import type { AdminRequest } from '../auth/admin-request';
import { EVERY_ROLE, Roles } from '../auth/roles.decorator';
import { sendCsv, wantsCsv, type Cell } from '../lists/csv';

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const shanghaiDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });

export const usageQuery = z
  .strictObject({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    group_by: z.enum(['day', 'model', 'key', 'tenant']).default('day'),
    tenant: z.uuid().optional(),
  })
  .transform((query) => withDefaults(query, new Date()))
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' });
type UsageQuery = z.output<typeof usageQuery>;

/** Roll-ups per Asia/Shanghai day, both ends included; never single requests. */
@Controller('admin/v1/usage')
export class UsageController {
  constructor(private readonly usage: Usage) {}

  @Get()
  @Roles(...EVERY_ROLE)
  async summarize(
    @Query(new ZodPipe(usageQuery)) { from, to, group_by: groupBy, tenant: tenantId }: UsageQuery,
    @Req() request: AdminRequest,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const rows = await this.usage.summarize({ from, to, groupBy, tenantId });
    if (wantsCsv(request.headers.accept)) {
      const header = [groupBy, 'requests', 'tokens_in', 'tokens_out', 'entities', 'cost'];
      return sendCsv(reply, `usage-${from}-${to}.csv`, header, cells(rows));
    }
    return reply.send({
      from,
      to,
      group_by: groupBy,
      data: rows.map(({ group, costNano, ...counts }) => ({
        [groupBy]: group,
        ...counts,
        cost: nanoToJsonNumber(costNano),
      })),
    });
  }
}

async function* cells(rows: readonly UsageRow[]): AsyncGenerator<Cell[]> {
  for (const { group, requests, tokens_in, tokens_out, entities, costNano } of rows) {
    yield [group, requests, tokens_in, tokens_out, entities, formatCny(costNano)];
  }
}

/** The last thirty days, unless the caller says otherwise. */
export function withDefaults<Query extends { from?: string; to?: string }>(
  query: Query,
  now: Date,
): Query & { from: string; to: string } {
  const to = query.to ?? shanghaiDay.format(now);
  const from = query.from ?? shanghaiDay.format(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  return { ...query, from, to };
}
