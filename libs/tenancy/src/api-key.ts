import type { Principal } from './principal';

/** A key as the database keeps it. */
export interface ApiKeyRow {
  readonly number: string;
  readonly tenant_id: string;
  readonly tenant_status: Principal['tenantStatus'];
  readonly environment: 'live' | 'test';
  readonly label: string;
  readonly secret_hash: Buffer;
  readonly status: 'active' | 'revoked';
  readonly expires_at: Date | null;
  readonly models: string[] | null;
  readonly allowed_ips: string[] | null;
  readonly requests_per_minute: number | null;
  readonly tokens_per_minute: number | null;
  readonly max_concurrent: number | null;
  readonly daily_cap_nano: string | null;
  readonly monthly_cap_nano: string | null;
  readonly created_at: Date;
  readonly created_by: string;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

export interface NewApiKey {
  readonly environment: 'live' | 'test';
  readonly label: string;
  readonly expires_at?: Date | null;
  readonly models?: string[] | null;
  readonly allowed_ips?: string[] | null;
  readonly requests_per_minute?: number | null;
  readonly tokens_per_minute?: number | null;
  readonly max_concurrent?: number | null;
  readonly daily_cap_nano?: bigint | null;
  readonly monthly_cap_nano?: bigint | null;
}

/** A new key; `apiKey` is shown this once and stored nowhere. */
export interface IssuedApiKey {
  readonly row: ApiKeyRow;
  readonly apiKey: string;
}

/** The new key of a roll: the same rights, and a life as long as the old one was given. */
export function successorOf(old: ApiKeyRow): NewApiKey {
  const lifeMs = old.expires_at && old.expires_at.getTime() - old.created_at.getTime();
  return {
    ...old,
    expires_at: lifeMs === null ? null : new Date(Date.now() + lifeMs),
    daily_cap_nano: toBigint(old.daily_cap_nano),
    monthly_cap_nano: toBigint(old.monthly_cap_nano),
  };
}

function toBigint(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** The immutable snapshot a request works with. */
export function toPrincipal(row: ApiKeyRow): Principal {
  return Object.freeze({
    tenantId: row.tenant_id,
    tenantStatus: row.tenant_status,
    keyNumber: row.number,
    environment: row.environment,
    models: row.models,
    allowedIps: row.allowed_ips,
    requestsPerMinute: row.requests_per_minute,
    tokensPerMinute: row.tokens_per_minute,
    maxConcurrent: row.max_concurrent,
    dailyCapNano: toBigint(row.daily_cap_nano),
    monthlyCapNano: toBigint(row.monthly_cap_nano),
  });
}
