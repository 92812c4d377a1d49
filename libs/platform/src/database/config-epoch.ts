import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GW_CONFIG } from '../config/config.module';
import type { GwConfig } from '../config/schema';

/** Bumps the epoch inside an admin change's own transaction: whoever sees the change sees the new epoch. */
export const BUMP_EPOCH_SQL =
  'UPDATE config_epoch SET epoch = epoch + 1, changed_at = clock_timestamp() WHERE id = 1';

/**
 * Tells every replica that keys, policies, channels, models or prices changed: one row, polled.
 * It needs no LISTEN, so it also works behind a pooler in transaction mode.
 */
@Injectable()
export class ConfigEpoch implements OnModuleInit, OnModuleDestroy {
  private value = 0n;
  private confirmedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(GW_CONFIG) private readonly config: GwConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.poll();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Changes whenever a cached row may be stale. */
  get current(): bigint {
    return this.value;
  }

  /** False when the database has not confirmed the epoch for `GW_CACHE_UNCONFIRMED_MS_MAX` (monotonic clock). */
  get isConfirmed(): boolean {
    return performance.now() - this.confirmedAt <= this.config.GW_CACHE_UNCONFIRMED_MS_MAX;
  }

  private async poll(): Promise<void> {
    try {
      // The clock is read before the question: the answer can only be fresher than we claim.
      const askedAt = performance.now();
      const rows: { epoch: string }[] = await this.dataSource.query(
        'SELECT epoch FROM config_epoch WHERE id = 1',
      );
      if (rows[0]) {
        this.value = BigInt(rows[0].epoch);
        this.confirmedAt = askedAt;
      }
    } catch {
      // Not confirmed: isConfirmed turns false by itself, and callers refuse.
    }
    if (!this.stopped) {
      this.timer = setTimeout(() => void this.poll(), this.config.GW_EPOCH_POLL_MS);
      this.timer.unref();
    }
  }
}

/**
 * A cache whose entries live for one epoch. An entry carries the epoch read before its load began, so that
 * a load that was overtaken by a change is never kept. Bounded: the oldest entry makes room.
 */
export class EpochCache<Key, Value> {
  private readonly entries = new Map<Key, { epoch: bigint; value: Promise<Value> }>();

  constructor(
    private readonly epoch: Pick<ConfigEpoch, 'current'>,
    private readonly load: (key: Key) => Promise<Value>,
    private readonly maxEntries = 10_000,
  ) {}

  get(key: Key): Promise<Value> {
    const entry = this.entries.get(key);
    if (entry && entry.epoch === this.epoch.current) return entry.value;
    const value = this.load(key);
    const fresh = { epoch: this.epoch.current, value };
    this.entries.delete(key);
    this.entries.set(key, fresh);
    value.catch(() => {
      if (this.entries.get(key) === fresh) this.entries.delete(key);
    });
    if (this.entries.size > this.maxEntries) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.entries.delete(oldest.value);
    }
    return value;
  }
}
