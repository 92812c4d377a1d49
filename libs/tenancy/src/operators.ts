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
import { hashSecret, parseOperatorToken, secretMatches } from './credential';

export const OPERATOR_ROLES = ['admin', 'operator', 'finance', 'auditor', 'viewer'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export interface OperatorRow {
  readonly number: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly status: 'active' | 'disabled';
  readonly created_at: Date;
  readonly created_by: string;
}

const COLUMNS = 'number, name, role, status, created_at, created_by';

/** The people and scripts that run an installation. Their tokens never work on the gateway. */
@Injectable()
export class Operators {
  private readonly hashKey: Buffer;
  private readonly cache: EpochCache<string, (OperatorRow & { token_hash: Buffer }) | null>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly epoch: ConfigEpoch,
    rootKey: RootKey,
  ) {
    this.hashKey = rootKey.derive('gw/operator-token/v1');
    this.cache = new EpochCache(epoch, (number) => this.find(number));
  }

  /**
   * @returns the operator, or null for a malformed, unknown or disabled token
   * @throws AppError audit_unavailable when changes can no longer be learned of
   */
  async verify(presented: string): Promise<OperatorRow | null> {
    if (!this.epoch.isConfirmed) throw new AppError('audit_unavailable');
    const token = parseOperatorToken(presented);
    if (!token) return null;
    const row = await this.cache.get(token.number).catch((cause: unknown) => {
      throw new AppError('audit_unavailable', { cause });
    });
    const matches = secretMatches(
      hashSecret(this.hashKey, token.number, token.secret),
      row?.token_hash ?? null,
    );
    return matches && row?.status === 'active' ? row : null;
  }

  /** The token is in the answer, this once. */
  async issue(
    name: string,
    role: OperatorRole,
    createdBy: string,
    beforeCommit?: BeforeCommit<OperatorRow>,
  ): Promise<{ row: OperatorRow; token: string }> {
    const secret = randomBase62(43);
    return this.dataSource.transaction(async (manager) => {
      const [{ number }] = (await manager.query(
        `SELECT nextval(pg_get_serial_sequence('operator', 'number')) AS number`,
      )) as [{ number: string }];
      await manager.query(
        `INSERT INTO operator (number, name, role, token_hash, created_by) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5)`,
        [number, name, role, hashSecret(this.hashKey, number, secret), createdBy],
      );
      await manager.query(BUMP_EPOCH_SQL);
      const row = await this.require(manager, number);
      await beforeCommit?.(row);
      return { row, token: `gwop_${number}_${secret}` };
    });
  }

  list(after: string | null, limit: number): Promise<OperatorRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM operator WHERE $1::bigint IS NULL OR number > $1 ORDER BY number LIMIT $2`,
      [after, limit],
    );
  }

  /** @throws AppError not_found */
  get(number: string): Promise<OperatorRow> {
    return this.require(this.dataSource.manager, number);
  }

  /** @throws AppError not_found; conflict when no active admin would be left */
  async change(
    number: string,
    change: { name?: string; role?: OperatorRole; status?: OperatorRow['status'] },
    beforeCommit?: BeforeCommit<OperatorRow>,
  ): Promise<OperatorRow> {
    return this.dataSource.transaction(async (manager) => {
      // Locked first, so that two admins cannot demote each other at the same time.
      await manager.query(BUMP_EPOCH_SQL);
      await this.require(manager, number);
      await manager.query(
        `UPDATE operator SET name = COALESCE($2, name), role = COALESCE($3, role), status = COALESCE($4, status) WHERE number = $1`,
        [number, change.name ?? null, change.role ?? null, change.status ?? null],
      );
      const admins: unknown[] = await manager.query(
        `SELECT 1 FROM operator WHERE role = 'admin' AND status = 'active' LIMIT 1`,
      );
      if (admins.length === 0) throw new AppError('conflict');
      const row = await this.require(manager, number);
      await beforeCommit?.(row);
      return row;
    });
  }

  private async require(manager: EntityManager, number: string): Promise<OperatorRow> {
    const rows: OperatorRow[] = await manager.query(`SELECT ${COLUMNS} FROM operator WHERE number = $1`, [
      number,
    ]);
    if (!rows[0]) throw new AppError('not_found');
    return rows[0];
  }

  private async find(number: string): Promise<(OperatorRow & { token_hash: Buffer }) | null> {
    const rows: (OperatorRow & { token_hash: Buffer })[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, token_hash FROM operator WHERE number = $1`,
      [number],
    );
    return rows[0] ?? null;
  }
}
