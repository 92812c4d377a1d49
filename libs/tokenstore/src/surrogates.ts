import { Inject, Injectable, Optional } from '@nestjs/common';
import { Counter } from 'prom-client';
import { entityType, FORMAT_VERSION, type DrawSource } from '@gw/detection';
import { AppError, ConfigEpoch, GW_CONFIG, Metrics, type GwConfig } from '@gw/platform';
import { openValue, originalIndex, sealValue, surrogateIndex } from './cipher';
import { HmacDrawSource } from './hmac-draw-source';
import { skeletonOf } from './skeleton';
import { SurrogateRows, type NewSurrogate, type RowKey } from './surrogate-rows';
import { TenantSecrets, type TenantKeys } from './tenant-secrets';

/** One value of a tenant, in canonical form. */
export interface Original {
  readonly type: string;
  readonly canonical: string;
}

/** Whether a look-alike must not be used in the request at hand. */
export type IsTaken = (lookalike: string) => boolean;

interface Wanted extends Original, RowKey {
  readonly name: string;
  attempt: number;
}

interface Drawn {
  readonly wanted: Wanted;
  readonly lookalike: string;
}

const ATTEMPTS_MAX = 256;

/**
 * Which look-alike stands for which original. The table is the truth: drawn once, never changed, and unique in a
 * tenant across all types.
 */
@Injectable()
export class SurrogateStore {
  /** Least recently used first. Misses are not kept: another replica may fill them at any time. */
  private readonly cache = new Map<string, string>();
  private cacheEpoch = -1n;
  private readonly exhausted: Counter | undefined;

  constructor(
    private readonly rows: SurrogateRows,
    private readonly secrets: TenantSecrets,
    private readonly epoch: ConfigEpoch,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
    @Optional() metrics?: Metrics,
  ) {
    this.exhausted =
      metrics &&
      new Counter({
        name: 'gw_surrogate_exhausted_total',
        help: 'Originals for which no free look-alike was found in 256 draws.',
        registers: [metrics.registry],
      });
  }

  /**
   * The look-alikes of distinct originals, in their order; new ones are drawn and committed.
   * @throws AppError tokenstore_unavailable; surrogate_conflict when 256 draws did not suffice
   */
  async resolve(keys: TenantKeys, originals: readonly Original[], isTaken: IsTaken): Promise<string[]> {
    try {
      const epoch = this.epoch.current;
      this.dropOutdated(epoch);
      const wanted = originals.map((original) => toWanted(keys, original));
      const found = await this.load(keys, wanted);
      const missing = new Map(wanted.filter(({ name }) => !found.has(name)).map((one) => [one.name, one]));
      while (missing.size > 0) await this.drawAndStore(keys, missing, found, isTaken);
      if (this.cacheEpoch === epoch) for (const [name, lookalike] of found) this.keep(name, lookalike);
      return wanted.map(({ name }) => found.get(name) as string);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('tokenstore_unavailable', { cause });
    }
  }

  /** The keyed draw of one attempt: the same for the tenant's whole life. */
  drawSource(keys: TenantKeys, { type, canonical }: Original, attempt: number): DrawSource {
    return new HmacDrawSource(keys.sur, `${type}\0${FORMAT_VERSION}\0${canonical}\0${attempt}`);
  }

  /**
   * Erases single people's mappings, on every replica. The same value later draws the same look-alike again, from the
   * tenant's key, as long as that is free.
   * @returns how many mappings there were
   * @throws AppError tokenstore_unavailable
   */
  async forget(
    tenantId: string,
    values: readonly { readonly entityType: string; readonly value: string }[],
  ): Promise<number> {
    const keys = await this.secrets.keys(tenantId);
    const rows = values.map(({ entityType: type, value }) =>
      toWanted(keys, { type, canonical: entityType(type).canonical(value) }),
    );
    try {
      const removed = await this.rows.remove(tenantId, rows);
      for (const { name } of rows) this.cache.delete(name);
      return removed;
    } catch (cause) {
      throw new AppError('tokenstore_unavailable', { cause });
    }
  }

  /** What an erased tenant or a forgotten person left in memory goes with the epoch. */
  private dropOutdated(epoch: bigint): void {
    if (this.cacheEpoch === epoch) return;
    this.cache.clear();
    this.cacheEpoch = epoch;
  }

  private async load(keys: TenantKeys, wanted: readonly Wanted[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const unknown = new Map<string, Wanted>();
    for (const one of wanted) {
      const cached = this.cache.get(one.name);
      if (cached === undefined) unknown.set(one.name, one);
      else found.set(one.name, cached);
    }
    if (unknown.size === 0) return found;
    for (const row of await this.rows.find(keys.tenantId, [...unknown.values()])) {
      const binding = { type: row.entity_type, role: 'surrogate', index: row.original_index } as const;
      const lookalike = openValue(keys, row.surrogate_sealed, row.key_version, binding);
      found.set(nameOf(keys.tenantId, row.entity_type, row.original_index), lookalike);
    }
    return found;
  }

  /** One round: a candidate for every missing original, stored in one statement; what collides draws again. */
  private async drawAndStore(
    keys: TenantKeys,
    missing: Map<string, Wanted>,
    found: Map<string, string>,
    isTaken: IsTaken,
  ): Promise<void> {
    const drawn = this.drawFree(keys, [...missing.values()], found.values(), isTaken);
    const stored = await this.rows.insert(
      keys.tenantId,
      drawn.map((one) => toRow(keys, one)),
    );
    const storedNames = new Set(stored.map(({ type, index }) => nameOf(keys.tenantId, type, index)));
    for (const { wanted, lookalike } of drawn)
      if (storedNames.has(wanted.name)) found.set(wanted.name, lookalike);
    for (const name of storedNames) missing.delete(name);
    if (missing.size === 0) return;
    // Another replica may have been faster: its look-alike is the one.
    for (const [name, lookalike] of await this.load(keys, [...missing.values()])) {
      found.set(name, lookalike);
      missing.delete(name);
    }
    for (const one of missing.values()) one.attempt++;
  }

  private drawFree(
    keys: TenantKeys,
    missing: readonly Wanted[],
    used: Iterable<string>,
    isTaken: IsTaken,
  ): Drawn[] {
    const inUse = new Set([...used].map(skeletonOf));
    return missing.map((wanted) => {
      const type = entityType(wanted.type);
      for (; wanted.attempt < ATTEMPTS_MAX; wanted.attempt++) {
        const lookalike = type.draw(wanted.canonical, this.drawSource(keys, wanted, wanted.attempt));
        if (lookalike === null || type.tooClose(wanted.canonical, lookalike)) continue;
        const skeleton = skeletonOf(lookalike);
        if (inUse.has(skeleton) || skeleton === skeletonOf(wanted.canonical) || isTaken(lookalike)) continue;
        inUse.add(skeleton);
        return { wanted, lookalike };
      }
      this.exhausted?.inc();
      throw new AppError('surrogate_conflict');
    });
  }

  private keep(name: string, lookalike: string): void {
    this.cache.delete(name);
    this.cache.set(name, lookalike);
    if (this.cache.size > this.config.GW_SURROGATE_CACHE_ENTRIES_MAX) {
      this.cache.delete(this.cache.keys().next().value as string);
    }
  }
}

function toWanted(keys: TenantKeys, { type, canonical }: Original): Wanted {
  const index = originalIndex(keys, type, canonical);
  return { type, canonical, index, name: nameOf(keys.tenantId, type, index), attempt: 0 };
}

function nameOf(tenantId: string, type: string, index: Buffer): string {
  return `${tenantId}${index.toString('base64')}${type}`;
}

function toRow(keys: TenantKeys, { wanted: { type, canonical, index }, lookalike }: Drawn): NewSurrogate {
  return {
    type,
    index,
    // Writings that restore alike must not be two surrogates.
    surrogateIndex: surrogateIndex(keys, skeletonOf(lookalike)),
    lookalikeIndex: originalIndex(keys, type, lookalike),
    keyVersion: keys.dataVersion,
    originalSealed: sealValue(keys, canonical, { type, role: 'original', index }),
    surrogateSealed: sealValue(keys, lookalike, { type, role: 'surrogate', index }),
  };
}
