import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError, BUMP_EPOCH_SQL, ConfigEpoch, deriveKey, EpochCache, RootKey } from '@gw/platform';

/** The keys of one tenant, derived or unwrapped; they never leave the process. */
export interface TenantKeys {
  readonly tenantId: string;
  /** Blind index of values. */
  readonly idx: Buffer;
  /** Surrogate generation; fixed for the tenant's life. */
  readonly sur: Buffer;
  /** Commitments in the audit log. */
  readonly prf: Buffer;
  /** Encrypts originals; the newest version encrypts, every version decrypts. */
  readonly data: ReadonlyMap<number, Buffer>;
  readonly dataVersion: number;
}

const CACHE_MAX = 10_000;
const FIRST_VERSION = 1;

/** Makes, opens and destroys the secrets of tenants. Destroying them makes every mapping unreadable for ever. */
@Injectable()
export class TenantSecrets {
  private readonly cache: EpochCache<string, TenantKeys>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly rootKey: RootKey,
    epoch: ConfigEpoch,
  ) {
    this.cache = new EpochCache(epoch, (tenantId) => this.load(tenantId), CACHE_MAX);
  }

  /**
   * Makes the secrets of a new tenant; a second call changes nothing.
   * @param manager the transaction that makes the tenant, if there is one
   */
  async create(tenantId: string, manager?: EntityManager): Promise<void> {
    if (!manager) return this.dataSource.transaction((own) => this.create(tenantId, own));
    await manager.query(
      'INSERT INTO tenant_secret (tenant_id, wrapped, root_key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [tenantId, this.rootKey.wrap(randomBytes(32), secretContext(tenantId)), this.rootKey.id],
    );
    await manager.query(
      `INSERT INTO tenant_data_key (tenant_id, version, wrapped, root_key_id) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING`,
      [
        tenantId,
        FIRST_VERSION,
        this.rootKey.wrap(randomBytes(32), dataContext(tenantId, FIRST_VERSION)),
        this.rootKey.id,
      ],
    );
  }

  /**
   * Cached for one epoch, so that an erased tenant's keys leave every replica's memory.
   * @throws AppError tokenstore_unavailable when the secrets cannot be read, or were destroyed
   */
  keys(tenantId: string): Promise<TenantKeys> {
    return this.cache.get(tenantId);
  }

  /**
   * Crypto-shredding: no mapping of this tenant in this database can ever be opened again. The sealed rows stay; without
   * the keys they are noise.
   */
  async erase(tenantId: string, manager?: EntityManager): Promise<void> {
    if (!manager) return this.dataSource.transaction((own) => this.erase(tenantId, own));
    await manager.query('DELETE FROM tenant_data_key WHERE tenant_id = $1', [tenantId]);
    await manager.query('DELETE FROM tenant_secret WHERE tenant_id = $1', [tenantId]);
    await manager.query(BUMP_EPOCH_SQL);
  }

  private async load(tenantId: string): Promise<TenantKeys> {
    try {
      const [secrets, dataKeys] = await Promise.all([
        this.dataSource.query<{ wrapped: Buffer }[]>(
          'SELECT wrapped FROM tenant_secret WHERE tenant_id = $1',
          [tenantId],
        ),
        this.dataSource.query<{ version: number; wrapped: Buffer }[]>(
          'SELECT version, wrapped FROM tenant_data_key WHERE tenant_id = $1 ORDER BY version',
          [tenantId],
        ),
      ]);
      const wrapped = secrets[0]?.wrapped;
      const newest = dataKeys.at(-1)?.version;
      if (!wrapped || newest === undefined) throw new Error('the tenant has no secrets');
      const secret = this.rootKey.unwrap(wrapped, secretContext(tenantId));
      return {
        tenantId,
        idx: deriveKey(secret, 'gw/idx/v1'),
        sur: deriveKey(secret, 'gw/sur/v1'),
        prf: deriveKey(secret, 'gw/audit/v1'),
        data: new Map(
          dataKeys.map((row) => [
            row.version,
            this.rootKey.unwrap(row.wrapped, dataContext(tenantId, row.version)),
          ]),
        ),
        dataVersion: newest,
      };
    } catch (cause) {
      throw new AppError('tokenstore_unavailable', { cause });
    }
  }
}

function secretContext(tenantId: string): string {
  return `tenant-secret|${tenantId}`;
}

function dataContext(tenantId: string, version: number): string {
  return `tenant-data-key|${tenantId}|${version}`;
}
