import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BUMP_EPOCH_SQL } from '@gw/platform';

/** Names one row: an original's type and blind index. */
export interface RowKey {
  readonly type: string;
  readonly index: Buffer;
}

export interface StoredSurrogate {
  readonly entity_type: string;
  readonly original_index: Buffer;
  readonly surrogate_sealed: Buffer;
  readonly key_version: number;
}

export interface NewSurrogate extends RowKey {
  readonly surrogateIndex: Buffer;
  /** Index the look-alike would have as an original: it must not be a known value of the tenant. */
  readonly lookalikeIndex: Buffer;
  readonly keyVersion: number;
  readonly originalSealed: Buffer;
  readonly surrogateSealed: Buffer;
}

const SELECT = `
  SELECT s.entity_type, s.original_index, s.surrogate_sealed, s.key_version
  FROM unnest($2::text[], $3::bytea[]) AS wanted (entity_type, original_index)
  JOIN surrogate s ON s.tenant_id = $1
    AND s.entity_type = wanted.entity_type AND s.original_index = wanted.original_index`;

// Sorted, so that two requests with the same originals wait for each other in one direction only.
const INSERT = `
  INSERT INTO surrogate
    (tenant_id, entity_type, original_index, surrogate_index, key_version, original_sealed, surrogate_sealed)
  SELECT $1, drawn.entity_type, drawn.original_index, drawn.surrogate_index, drawn.key_version,
    drawn.original_sealed, drawn.surrogate_sealed
  FROM unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[], $6::int[], $7::bytea[], $8::bytea[])
    AS drawn (entity_type, original_index, surrogate_index, lookalike_index, key_version, original_sealed, surrogate_sealed)
  WHERE NOT EXISTS (
    SELECT FROM surrogate known WHERE known.tenant_id = $1
      AND known.entity_type = drawn.entity_type AND known.original_index = drawn.lookalike_index)
  ORDER BY drawn.original_index, drawn.entity_type
  ON CONFLICT DO NOTHING
  RETURNING entity_type, original_index`;

const DELETE = `
  DELETE FROM surrogate s USING unnest($2::text[], $3::bytea[]) AS gone (entity_type, original_index)
  WHERE s.tenant_id = $1 AND s.entity_type = gone.entity_type AND s.original_index = gone.original_index`;

const DEADLOCK = '40P01';
const DEADLOCK_TRIES = 5;

/** The rows of the token store; knows neither values nor keys. A row is never changed. */
@Injectable()
export class SurrogateRows {
  constructor(private readonly dataSource: DataSource) {}

  find(tenantId: string, keys: readonly RowKey[]): Promise<StoredSurrogate[]> {
    return this.dataSource.query(SELECT, [
      tenantId,
      keys.map(({ type }) => type),
      keys.map(({ index }) => index),
    ]);
  }

  /**
   * Stores what is still free, in one statement and so in one commit.
   * @returns the keys of what was stored; the others lost to another original, another replica or a known value
   */
  async insert(tenantId: string, rows: readonly NewSurrogate[]): Promise<RowKey[]> {
    const parameters = [
      tenantId,
      rows.map(({ type }) => type),
      rows.map(({ index }) => index),
      rows.map(({ surrogateIndex }) => surrogateIndex),
      rows.map(({ lookalikeIndex }) => lookalikeIndex),
      rows.map(({ keyVersion }) => keyVersion),
      rows.map(({ originalSealed }) => originalSealed),
      rows.map(({ surrogateSealed }) => surrogateSealed),
    ];
    for (let tries = 1; ; tries++) {
      try {
        const stored: StoredSurrogate[] = await this.dataSource.query(INSERT, parameters);
        return stored.map((row) => ({ type: row.entity_type, index: row.original_index }));
      } catch (error) {
        // Two unique keys cannot both be locked in order; the statement is all or nothing, so it is simply run again.
        if ((error as { code?: unknown }).code !== DEADLOCK || tries >= DEADLOCK_TRIES) throw error;
      }
    }
  }

  /** @returns how many rows there were */
  async remove(tenantId: string, keys: readonly RowKey[]): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const [, removed] = (await manager.query(DELETE, [
        tenantId,
        keys.map(({ type }) => type),
        keys.map(({ index }) => index),
      ])) as [unknown, number];
      await manager.query(BUMP_EPOCH_SQL);
      return removed;
    });
  }
}
