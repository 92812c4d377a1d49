import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export type UsageGroup = 'day' | 'model' | 'key' | 'tenant';

export interface UsageRow {
  readonly group: string;
  readonly requests: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly entities: number;
  readonly costNano: bigint;
}

export interface UsageQuery {
  /** First and last day, Asia/Shanghai, `YYYY-MM-DD`, inclusive. */
  readonly from: string;
  readonly to: string;
  readonly groupBy: UsageGroup;
  readonly tenantId?: string;
}

const GROUPS: Record<UsageGroup, string> = {
  day: `to_char(day, 'YYYY-MM-DD')`,
  model: 'model',
  key: 'key_number::text',
  tenant: 'tenant_id::text',
};

/** Reads the daily roll-ups; never the requests themselves. */
@Injectable()
export class Usage {
  constructor(private readonly dataSource: DataSource) {}

  async summarize({ from, to, groupBy, tenantId }: UsageQuery): Promise<UsageRow[]> {
    const rows: (Omit<UsageRow, 'costNano' | 'group'> & { group: string; cost: string })[] =
      await this.dataSource.query(
        `SELECT ${GROUPS[groupBy]} AS "group", sum(requests)::float8 AS requests, sum(tokens_in)::float8 AS tokens_in,
         sum(tokens_out)::float8 AS tokens_out, sum(entities)::float8 AS entities, sum(cost)::text AS cost
       FROM usage_daily WHERE day BETWEEN $1::date AND $2::date AND ($3::uuid IS NULL OR tenant_id = $3)
       GROUP BY 1 ORDER BY 1`,
        [from, to, tenantId ?? null],
      );
    return rows.map(({ cost, ...row }) => ({ ...row, costNano: BigInt(cost) }));
  }
}
