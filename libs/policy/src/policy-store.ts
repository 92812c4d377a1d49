import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError, BUMP_EPOCH_SQL, ConfigEpoch, EpochCache, type BeforeCommit } from '@gw/platform';
import type { PolicyDocument } from './policy-document';

/** A saved document; version 0 is the empty document, i.e. the default table. */
export interface PolicyVersion {
  readonly version: number;
  readonly document: PolicyDocument;
  readonly created_at: Date | null;
  readonly created_by: string | null;
}

const DEFAULTS: PolicyVersion = Object.freeze({
  version: 0,
  document: {},
  created_at: null,
  created_by: null,
});
const NEWEST = `SELECT version, document, created_at, created_by FROM policy_version
  WHERE tenant_id = $1 ORDER BY version DESC LIMIT 1`;

/** Versions of the tenants' policies. Nothing is ever overwritten. */
@Injectable()
export class PolicyStore {
  private readonly cache: EpochCache<string, PolicyVersion>;

  constructor(
    private readonly dataSource: DataSource,
    epoch: ConfigEpoch,
  ) {
    this.cache = new EpochCache(epoch, (tenantId) => this.newest(tenantId));
  }

  /** The version in force, at most one epoch poll old. */
  current(tenantId: string): Promise<PolicyVersion> {
    return this.cache.get(tenantId);
  }

  /** The version in force, read now. */
  async newest(tenantId: string): Promise<PolicyVersion> {
    const rows: PolicyVersion[] = await this.dataSource.query(NEWEST, [tenantId]);
    return rows[0] ?? DEFAULTS;
  }

  /** Newest first; `before` is the last version of the page before. */
  versions(tenantId: string, before: number | null, limit: number): Promise<PolicyVersion[]> {
    return this.dataSource.query(
      `SELECT version, document, created_at, created_by FROM policy_version
        WHERE tenant_id = $1 AND ($2::int IS NULL OR version < $2) ORDER BY version DESC LIMIT $3`,
      [tenantId, before, limit],
    );
  }

  /**
   * Saves the next version.
   * @param expectedVersion the version the change was made from; null saves whatever is there
   * @throws AppError precondition_failed when somebody saved meanwhile; the tenant must exist
   */
  async save(
    tenantId: string,
    document: PolicyDocument,
    expectedVersion: number | null,
    createdBy: string,
    beforeCommit?: BeforeCommit<{ before: PolicyVersion; after: PolicyVersion }>,
  ): Promise<PolicyVersion> {
    return this.dataSource.transaction(async (manager) => {
      // The epoch row serializes all savers, so the newest version cannot change under us.
      await manager.query(BUMP_EPOCH_SQL);
      const [newest = DEFAULTS]: PolicyVersion[] = await manager.query(NEWEST, [tenantId]);
      if (expectedVersion !== null && newest.version !== expectedVersion)
        throw new AppError('precondition_failed');
      const [saved] = (await manager.query(
        `INSERT INTO policy_version (tenant_id, version, document, created_by) VALUES ($1, $2, $3, $4)
          RETURNING version, document, created_at, created_by`,
        [tenantId, newest.version + 1, document, createdBy],
      )) as [PolicyVersion];
      await beforeCommit?.({ before: newest, after: saved });
      return saved;
    });
  }
}
