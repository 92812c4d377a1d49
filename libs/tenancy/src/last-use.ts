import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

const WRITE_EVERY_MS = 60_000;

/** Rows another replica is writing are skipped: it writes the same minute. */
const WRITE_SQL = `WITH used AS (
    SELECT k.number, u.at FROM unnest($1::bigint[], $2::timestamptz[]) AS u (number, at)
      JOIN api_key k ON k.number = u.number FOR UPDATE OF k SKIP LOCKED)
  UPDATE api_key k SET last_used_at = GREATEST(k.last_used_at, used.at) FROM used WHERE k.number = used.number`;

/** Remembers when keys were used and writes it once a minute, so that no request waits for it. */
@Injectable()
export class LastUse implements OnApplicationShutdown {
  private used = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  touch(keyNumber: string): void {
    this.used.set(keyNumber, Date.now());
    if (this.timer) return;
    this.timer = setTimeout(() => void this.write(), WRITE_EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const used = this.used;
    if (used.size === 0) return;
    this.used = new Map();
    const times = [...used.values()].map((ms) => new Date(ms));
    // Only a hint for operators: a write that fails is not worth failing for, and the next use tells it anew.
    await this.dataSource.query(WRITE_SQL, [[...used.keys()], times]).catch(() => undefined);
  }
}
