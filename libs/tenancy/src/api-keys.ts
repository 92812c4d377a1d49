import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  AppError,
  BUMP_EPOCH_SQL,
  ConfigEpoch,
  EpochCache,
  randomBase62,
  RootKey,
  type BeforeCommit,
} from '@gw/platform';
import { successorOf, toPrincipal, type ApiKeyRow, type IssuedApiKey, type NewApiKey } from './api-key';
import { hashSecret, parseApiKey, secretMatches } from './credential';
import { LastUse } from './last-use';
import type { Principal } from './principal';

const COLUMNS = `k.number, k.tenant_id, t.status AS tenant_status, k.environment, k.label, k.secret_hash, k.status,
  k.expires_at, k.models, k.allowed_ips, k.requests_per_minute, k.tokens_per_minute, k.max_concurrent,
  k.daily_cap_nano, k.monthly_cap_nano, k.created_at, k.created_by, k.revoked_at, k.last_used_at`;

/** 43 base62 characters carry 256 bits. */
const SECRET_LENGTH = 43;

const SELECT_KEY = `SELECT ${COLUMNS} FROM api_key k JOIN tenant t ON t.id = k.tenant_id`;

/** Issues, verifies, rolls and revokes the keys tenants call with. Only a keyed hash of a key is stored. */
@Injectable()
export class ApiKeys {
  private readonly hashKey: Buffer;
  private readonly cache: EpochCache<string, ApiKeyRow | null>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly epoch: ConfigEpoch,
    rootKey: RootKey,
    private readonly lastUse: LastUse,
  ) {
    this.hashKey = rootKey.derive('gw/api-key/v1');
    this.cache = new EpochCache(epoch, (number) => this.find(number));
  }

  /**
   * @returns the caller, or null for a malformed, unknown, expired or revoked key
   * @throws AppError audit_unavailable when revocations can no longer be learned of
   */
  async verify(presented: string): Promise<Principal | null> {
    if (!this.epoch.isConfirmed) throw new AppError('audit_unavailable');
    const key = parseApiKey(presented);
    if (!key) return null;
    const row = await this.cache.get(key.number).catch((cause: unknown) => {
      throw new AppError('audit_unavailable', { cause });
    });
    const matches = secretMatches(hashSecret(this.hashKey, key.number, key.secret), row?.secret_hash ?? null);
    const isLive =
      row !== null &&
      row.status === 'active' &&
      row.environment === key.environment &&
      (row.expires_at === null || row.expires_at.getTime() > Date.now());
    if (!matches || !isLive) return null;
    this.lastUse.touch(row.number);
    return toPrincipal(row);
  }

  /** @throws AppError not_found; conflict when the tenant was erased */
  async issue(
    tenantId: string,
    key: NewApiKey,
    createdBy: string,
    beforeCommit?: BeforeCommit<IssuedApiKey>,
  ): Promise<IssuedApiKey> {
    return this.dataSource.transaction(async (manager) => {
      const issued = await this.insert(manager, tenantId, key, createdBy);
      await beforeCommit?.(issued);
      return issued;
    });
  }

  /** @throws AppError not_found */
  get(number: string): Promise<ApiKeyRow> {
    return this.require(this.dataSource.manager, number);
  }

  /** Newest first; `after` is the last number of the page before. */
  list(tenantId: string, after: string | null, limit: number): Promise<ApiKeyRow[]> {
    return this.dataSource.query(
      `${SELECT_KEY}
        WHERE k.tenant_id = $1 AND ($2::bigint IS NULL OR k.number < $2) ORDER BY k.number DESC LIMIT $3`,
      [tenantId, after, limit],
    );
  }

  /** Effective on every replica within two seconds. Revoking a revoked key changes nothing. @throws AppError not_found */
  async revoke(number: string, beforeCommit?: BeforeCommit<ApiKeyRow>): Promise<ApiKeyRow> {
    return this.dataSource.transaction(async (manager) => {
      const [, changes] = (await manager.query(
        `UPDATE api_key SET status = 'revoked', revoked_at = clock_timestamp() WHERE number = $1 AND status = 'active'`,
        [number],
      )) as [unknown, number];
      const row = await this.require(manager, number);
      if (changes === 0) return row;
      await manager.query(BUMP_EPOCH_SQL);
      await beforeCommit?.(row);
      return row;
    });
  }

  /**
   * A new key like the old one, with a life as long as the old one was given; the old one expires after the overlap.
   * @throws AppError not_found; conflict when the old key was revoked
   */
  async roll(
    number: string,
    overlapSeconds: number,
    createdBy: string,
    beforeCommit?: BeforeCommit<IssuedApiKey>,
  ): Promise<IssuedApiKey> {
    return this.dataSource.transaction(async (manager) => {
      const old = await this.require(manager, number);
      if (old.status !== 'active') throw new AppError('conflict');
      const [, changes] = (await manager.query(
        `UPDATE api_key SET expires_at = LEAST(expires_at, clock_timestamp() + make_interval(secs => $2))
          WHERE number = $1 AND status = 'active'`,
        [number, overlapSeconds],
      )) as [unknown, number];
      if (changes === 0) throw new AppError('conflict');
      const issued = await this.insert(manager, old.tenant_id, successorOf(old), createdBy);
      await beforeCommit?.(issued);
      return issued;
    });
  }

  private async insert(
    manager: EntityManager,
    tenantId: string,
    key: NewApiKey,
    createdBy: string,
  ): Promise<IssuedApiKey> {
    await this.assertNotErased(manager, tenantId);
    const secret = randomBase62(SECRET_LENGTH);
    const [{ number }] = (await manager.query(
      `SELECT nextval(pg_get_serial_sequence('api_key', 'number')) AS number`,
    )) as [{ number: string }];
    await manager.query(
      `INSERT INTO api_key (number, tenant_id, environment, label, secret_hash, expires_at, models, allowed_ips,
         requests_per_minute, tokens_per_minute, max_concurrent, daily_cap_nano, monthly_cap_nano, created_by)
       OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        number,
        tenantId,
        key.environment,
        key.label,
        hashSecret(this.hashKey, number, secret),
        key.expires_at ?? null,
        key.models ?? null,
        key.allowed_ips ?? null,
        key.requests_per_minute ?? null,
        key.tokens_per_minute ?? null,
        key.max_concurrent ?? null,
        key.daily_cap_nano?.toString() ?? null,
        key.monthly_cap_nano?.toString() ?? null,
        createdBy,
      ],
    );
    await manager.query(BUMP_EPOCH_SQL);
    return { row: await this.require(manager, number), apiKey: `gw_${key.environment}_${number}_${secret}` };
  }

  /** Holds the tenant's row, so that it cannot be erased between this look and the commit. */
  private async assertNotErased(manager: EntityManager, tenantId: string): Promise<void> {
    const rows: { status: string }[] = await manager.query(
      'SELECT status FROM tenant WHERE id = $1 FOR SHARE',
      [tenantId],
    );
    if (!rows[0]) throw new AppError('not_found');
    if (rows[0].status === 'erased') throw new AppError('conflict');
  }

  private async require(manager: EntityManager, number: string): Promise<ApiKeyRow> {
    const rows: ApiKeyRow[] = await manager.query(`${SELECT_KEY} WHERE k.number = $1`, [number]);
    if (!rows[0]) throw new AppError('not_found');
    return rows[0];
  }

  private async find(number: string): Promise<ApiKeyRow | null> {
    const rows: ApiKeyRow[] = await this.dataSource.query(`${SELECT_KEY} WHERE k.number = $1`, [number]);
    return rows[0] ?? null;
  }
}
