import { z } from 'zod';
import { nanoToJsonNumber } from '@gw/billing';
import type { ApiKeyRow } from '@gw/tenancy';
import { addressRange, line, modelId, positiveCny, positiveInt, time } from '../lists/fields';
import { serialPageFields } from '../lists/page';

const LIST_MAX = 100;
const OVERLAP_SECONDS_MAX = 90 * 86_400;

export const newKeySchema = z.strictObject({
  environment: z.enum(['live', 'test']),
  label: line(100),
  expires_at: time.nullish(),
  models: z.array(modelId).min(1).max(LIST_MAX).nullish(),
  allowed_ips: z.array(addressRange).min(1).max(LIST_MAX).nullish(),
  requests_per_minute: positiveInt.nullish(),
  tokens_per_minute: positiveInt.nullish(),
  max_concurrent: positiveInt.nullish(),
  daily_cap: positiveCny.nullish(),
  monthly_cap: positiveCny.nullish(),
});
export const rollSchema = z.strictObject({
  overlap_seconds: z.number().int().min(0).max(OVERLAP_SECONDS_MAX),
});
export const keysQuery = z.strictObject(serialPageFields);

export type NewKey = z.output<typeof newKeySchema>;
export type Roll = z.output<typeof rollSchema>;
export type KeysQuery = z.output<typeof keysQuery>;

/** A key as operators see it: everything but its secret. Caps are CNY. */
export interface KeyView {
  readonly number: number;
  readonly tenant_id: string;
  readonly environment: 'live' | 'test';
  readonly label: string;
  readonly status: 'active' | 'expired' | 'revoked';
  readonly created_at: string;
  readonly created_by: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly models: readonly string[] | null;
  readonly allowed_ips: readonly string[] | null;
  readonly requests_per_minute: number | null;
  readonly tokens_per_minute: number | null;
  readonly max_concurrent: number | null;
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
}

export function keyView(row: ApiKeyRow): KeyView {
  return {
    number: Number(row.number),
    tenant_id: row.tenant_id,
    environment: row.environment,
    label: row.label,
    status: row.status === 'active' && isOver(row.expires_at) ? 'expired' : row.status,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    models: row.models,
    allowed_ips: row.allowed_ips,
    requests_per_minute: row.requests_per_minute,
    tokens_per_minute: row.tokens_per_minute,
    max_concurrent: row.max_concurrent,
    daily_cap: toCny(row.daily_cap_nano),
    monthly_cap: toCny(row.monthly_cap_nano),
  };
}

function isOver(time: Date | null): boolean {
  return time !== null && time.getTime() <= Date.now();
}

function toCny(nano: string | null): number | null {
  return nano === null ? null : nanoToJsonNumber(BigInt(nano));
}
