import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { entityType, FORMAT_VERSION, type DrawSource } from '@gw/detection';
import { AppError, GW_CONFIG, type GwConfig } from '@gw/platform';
import { openValue, originalIndex, sealValue, surrogateIndex } from './cipher';
import { HmacDrawSource } from './hmac-draw-source';
import { TenantSecrets, type TenantKeys } from './tenant-secrets';

/** One value of a tenant, in canonical form. */
export interface Original {
  readonly type: string;
  readonly canonical: string;
}

/** Whether a look-alike would be ambiguous in the request at hand. */
export type IsTaken = (lookalike: string) => boolean;

interface Wanted extends Original {
  readonly index: Buffer;
  readonly cacheKey: string;
  attempt: number;
}

interface Row {
  readonly original_index: Buffer;
  readonly surrogate_sealed: Buffer;
  readonly key_version: number;
}

const ATTEMPTS_MAX = 256;
const SELECT = `SELECT original_index, surrogate_sealed, key_version FROM surrogate
  WHERE tenant_id = $1 AND original_index = ANY ($2::bytea[])`;

/**
 * Which look-alike stands for which original. The table is the truth: drawn once, never changed, unique in a tenant
 * across all types.
 */
@Injectable()
export class SurrogateStore {
  /** Least recently used first. Misses are not kept: another replica may fill them at any time. */
  private readonly cache = new Map<string, string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: TenantSecrets,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  /**
   * The look-alikes of these originals, in their order; new ones are drawn and committed.
   * @throws AppError tokenstore_unavailable; surrogate_conflict when 256 draws did not fit
   */
  async resolve(keys: TenantKeys, originals: readonly Original[], isTaken: IsTaken): Promise<string[]> {
    try {
      const wanted = originals.map((original) => toWanted(keys, original));
      const found = new Map<string, string>();
      await this.load(keys, wanted, found);
      const missing = new Map(
        wanted.filter(({ cacheKey }) => !found.has(cacheKey)).map((one) => [one.cacheKey, one]),
      );
      while (missing.size > 0) await this.drawAndStore(keys, missing, found, isTaken);
      return wanted.map(({ cacheKey }) => found.get(cacheKey) as string);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('tokenstore_unavailable', { cause });
    }
  }

  /** The keyed draw of one attempt, for what needs no row of its own. */
  drawSource(keys: TenantKeys, { type, canonical }: Original, attempt: number): DrawSource {
    return new HmacDrawSource(keys.sur, `${type}\0${FORMAT_VERSION}\0${canonical}\0${attempt}`);
  }

  /** Erases single people's mappings. The same value later draws the same look-alike again, from the tenant's key. */
  async forget(
    tenantId: string,
    values: readonly { readonly entityType: string; readonly value: string }[],
  ): Promise<number> {
    const keys = await this.secrets.keys(tenantId);
    const indexes = values.map(({ entityType: type, value }) => {
      const index = originalIndex(keys, type, entityType(type).canonical(value));
      this.cache.delete(cacheKeyOf(tenantId, index));
      return index;
    });
    const [, erased] = (await this.dataSource.query(
      'DELETE FROM surrogate WHERE tenant_id = $1 AND original_index = ANY ($2::bytea[])',
      [tenantId, indexes],
    )) as [unknown, number];
    return erased;
  }

  /** Drops what is cached of an erased tenant. */
  dropTenant(tenantId: string): void {
    for (const key of this.cache.keys()) if (key.startsWith(tenantId)) this.cache.delete(key);
  }

  private async load(keys: TenantKeys, wanted: readonly Wanted[], found: Map<string, string>): Promise<void> {
    const unknown: Wanted[] = [];
    for (const one of wanted) {
      const cached = this.cache.get(one.cacheKey);
      if (cached === undefined) unknown.push(one);
      else this.keep(one.cacheKey, cached, found);
    }
    if (unknown.length === 0) return;
    const rows: Row[] = await this.dataSource.query(SELECT, [
      keys.tenantId,
      unknown.map(({ index }) => index),
    ]);
    const byIndex = new Map(rows.map((row) => [row.original_index.toString('hex'), row]));
    for (const one of unknown) {
      const row = byIndex.get(one.index.toString('hex'));
      if (row) this.keep(one.cacheKey, openRow(keys, one.type, row), found);
    }
  }

  /** One round: a candidate for every missing original, all stored in one statement; what collides draws again. */
  private async drawAndStore(
    keys: TenantKeys,
    missing: Map<string, Wanted>,
    found: Map<string, string>,
    isTaken: IsTaken,
  ): Promise<void> {
    const drawn = this.draw(keys, [...missing.values()], isTaken);
    const known = await this.knownOriginals(keys, drawn);
    const rows = drawn
      .filter(({ one, lookalike }) => !known.has(originalIndex(keys, one.type, lookalike).toString('hex')))
      .sort((a, b) => Buffer.compare(a.one.index, b.one.index));
    const stored = await this.insert(keys, rows);
    for (const { one, lookalike } of rows) {
      if (!stored.has(one.index.toString('hex'))) continue;
      this.keep(one.cacheKey, lookalike, found);
      missing.delete(one.cacheKey);
    }
    // Another replica may have been faster: its look-alike is the one.
    await this.load(keys, [...missing.values()], found);
    for (const [key, one] of missing) {
      if (found.has(key)) missing.delete(key);
      else one.attempt++;
    }
  }

  private draw(
    keys: TenantKeys,
    missing: readonly Wanted[],
    isTaken: IsTaken,
  ): { readonly one: Wanted; readonly lookalike: string }[] {
    const inRound = new Set<string>();
    return missing.map((one) => {
      const type = entityType(one.type);
      for (; one.attempt < ATTEMPTS_MAX; one.attempt++) {
        const lookalike = type.draw(one.canonical, this.drawSource(keys, one, one.attempt));
        if (lookalike === null || lookalike === one.canonical || type.tooClose(one.canonical, lookalike))
          continue;
        if (inRound.has(lookalike) || isTaken(lookalike)) continue;
        inRound.add(lookalike);
        return { one, lookalike };
      }
      throw new AppError('surrogate_conflict');
    });
  }

  /** A look-alike must not be a real value of this tenant. */
  private async knownOriginals(
    keys: TenantKeys,
    drawn: readonly { readonly one: Wanted; readonly lookalike: string }[],
  ): Promise<ReadonlySet<string>> {
    const rows: Row[] = await this.dataSource.query(SELECT, [
      keys.tenantId,
      drawn.map(({ one, lookalike }) => originalIndex(keys, one.type, lookalike)),
    ]);
    return new Set(rows.map((row) => row.original_index.toString('hex')));
  }

  /** @returns the original indexes that were stored now, in hex */
  private async insert(
    keys: TenantKeys,
    rows: readonly { readonly one: Wanted; readonly lookalike: string }[],
  ): Promise<ReadonlySet<string>> {
    if (rows.length === 0) return new Set();
    const stored: { original_index: Buffer }[] = await this.dataSource.query(
      `INSERT INTO surrogate (tenant_id, entity_type, original_index, surrogate_index, key_version, original_sealed, surrogate_sealed)
        SELECT $1, t.*  FROM unnest($2::text[], $3::bytea[], $4::bytea[], $5::int[], $6::bytea[], $7::bytea[]) AS t
        ON CONFLICT DO NOTHING RETURNING original_index`,
      [
        keys.tenantId,
        rows.map(({ one }) => one.type),
        rows.map(({ one }) => one.index),
        rows.map(({ lookalike }) => surrogateIndex(keys, lookalike)),
        rows.map(() => keys.dataVersion),
        rows.map(({ one }) =>
          sealValue(keys, one.canonical, { type: one.type, role: 'original', index: one.index }),
        ),
        rows.map(({ one, lookalike }) =>
          sealValue(keys, lookalike, { type: one.type, role: 'surrogate', index: one.index }),
        ),
      ],
    );
    return new Set(stored.map((row) => row.original_index.toString('hex')));
  }

  private keep(cacheKey: string, lookalike: string, found: Map<string, string>): void {
    found.set(cacheKey, lookalike);
    this.cache.delete(cacheKey);
    this.cache.set(cacheKey, lookalike);
    if (this.cache.size > this.config.GW_SURROGATE_CACHE_ENTRIES_MAX) {
      this.cache.delete(this.cache.keys().next().value as string);
    }
  }
}

function toWanted(keys: TenantKeys, original: Original): Wanted {
  const index = originalIndex(keys, original.type, original.canonical);
  return { ...original, index, cacheKey: cacheKeyOf(keys.tenantId, index), attempt: 0 };
}

function cacheKeyOf(tenantId: string, index: Buffer): string {
  return tenantId + index.toString('base64');
}

function openRow(keys: TenantKeys, type: string, row: Row): string {
  return openValue(keys, row.surrogate_sealed, row.key_version, {
    type,
    role: 'surrogate',
    index: row.original_index,
  });
}
