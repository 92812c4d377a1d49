import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, BUMP_EPOCH_SQL, newId, type BeforeCommit } from '@gw/platform';

export interface TenantRow {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended' | 'erased';
  readonly created_at: Date;
}

/** The companies that call. */
@Injectable()
export class Tenants {
  constructor(private readonly dataSource: DataSource) {}

  async create(name: string, beforeCommit?: BeforeCommit<TenantRow>): Promise<TenantRow> {
    return this.dataSource.transaction(async (manager) => {
      const [tenant] = (await manager.query(
        'INSERT INTO tenant (id, name) VALUES ($1, $2) RETURNING id, name, status, created_at',
        [newId(), name],
      )) as [TenantRow];
      await beforeCommit?.(tenant);
      return tenant;
    });
  }

  /** @throws AppError not_found */
  async get(id: string): Promise<TenantRow> {
    const rows: TenantRow[] = await this.dataSource.query(
      'SELECT id, name, status, created_at FROM tenant WHERE id = $1',
      [id],
    );
    if (!rows[0]) throw new AppError('not_found');
    return rows[0];
  }

  /** Newest first; `after` is the last id of the page before. */
  list(after: string | null, limit: number): Promise<TenantRow[]> {
    return this.dataSource.query(
      'SELECT id, name, status, created_at FROM tenant WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2',
      [after, limit],
    );
  }

  /** @throws AppError not_found; conflict when the tenant was erased */
  async change(
    id: string,
    change: { name?: string; status?: 'active' | 'suspended' },
    beforeCommit?: BeforeCommit<TenantRow>,
  ): Promise<TenantRow> {
    return this.dataSource.transaction(async (manager) => {
      const [rows] = (await manager.query(
        `UPDATE tenant SET name = COALESCE($2, name), status = COALESCE($3, status)
          WHERE id = $1 AND status <> 'erased' RETURNING id, name, status, created_at`,
        [id, change.name ?? null, change.status ?? null],
      )) as [TenantRow[], number];
      if (!rows[0]) {
        await this.get(id);
        throw new AppError('conflict');
      }
      await manager.query(BUMP_EPOCH_SQL);
      await beforeCommit?.(rows[0]);
      return rows[0];
    });
  }

  /**
   * Marks the tenant erased and revokes every key; its secrets are the token store's to destroy. Erasing an erased
   * tenant changes nothing, so that an interrupted erasure can be finished. @throws AppError not_found
   */
  async erase(id: string, beforeCommit?: BeforeCommit<TenantRow>): Promise<TenantRow> {
    return this.dataSource.transaction(async (manager) => {
      const [rows, changes] = (await manager.query(
        `UPDATE tenant SET status = 'erased' WHERE id = $1 AND status <> 'erased'
          RETURNING id, name, status, created_at`,
        [id],
      )) as [TenantRow[], number];
      if (changes === 0) return this.get(id);
      await manager.query(
        `UPDATE api_key SET status = 'revoked', revoked_at = clock_timestamp()
          WHERE tenant_id = $1 AND status = 'active'`,
        [id],
      );
      await manager.query(BUMP_EPOCH_SQL);
      await beforeCommit?.(rows[0] as TenantRow);
      return rows[0] as TenantRow;
    });
  }
}
