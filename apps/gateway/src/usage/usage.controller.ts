import { Controller, Get, Query, Req } from '@nestjs/common';
import { z } from 'zod';
import { Ledger, nanoToJsonNumber, Usage } from '@gw/billing';
import { parseWith } from '@gw/platform';
import type { GatewayRequest } from '../auth/gateway-request';

/** The body of `GET /v1/usage`. Days are Asia/Shanghai days, inclusive; money is CNY. */
export interface UsageAnswer {
  readonly from: string;
  readonly to: string;
  readonly group_by: 'day' | 'model';
  /** Posted balance. */
  readonly balance: number;
  /** Posted balance less what calls in flight have reserved. */
  readonly available: number;
  readonly data: readonly UsageLine[];
}

/** One day or one model, named by the member of that name. */
export interface UsageLine {
  readonly day?: string;
  readonly model?: string;
  readonly requests: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly entities: number;
  readonly cost: number;
}

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
const shanghaiDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });

const usageQuery = z
  .strictObject({
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    group_by: z.enum(['day', 'model']).default('day'),
  })
  .transform((query) => withDefaults(query, new Date()))
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' });

/** The caller's own usage and balance, so that a tenant needs no operator to know them. */
@Controller('v1/usage')
export class UsageController {
  constructor(
    private readonly usage: Usage,
    private readonly ledger: Ledger,
  ) {}

  @Get()
  async summarize(@Query() query: unknown, @Req() { principal }: GatewayRequest): Promise<UsageAnswer> {
    const { from, to, group_by: groupBy } = parseWith(usageQuery, query);
    const { tenantId } = principal;
    const [rows, { postedNano, heldNano }] = await Promise.all([
      this.usage.summarize({ from, to, groupBy, tenantId }),
      this.ledger.account(tenantId),
    ]);
    return {
      from,
      to,
      group_by: groupBy,
      balance: nanoToJsonNumber(postedNano),
      available: nanoToJsonNumber(postedNano - heldNano),
      data: rows.map(({ group, costNano, ...counts }) => ({
        [groupBy]: group,
        ...counts,
        cost: nanoToJsonNumber(costNano),
      })),
    };
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
