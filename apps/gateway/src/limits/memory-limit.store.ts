import { Injectable } from '@nestjs/common';
import { LimitStore, type BucketState } from './limit.store';

interface Bucket {
  level: number;
  perMinute: number;
  at: number;
}

const BUCKETS_MAX = 50_000;
const MINUTE_MS = 60_000;

/** Limits of this replica alone: with n replicas a key reaches up to n times its limits. */
@Injectable()
export class MemoryLimitStore extends LimitStore {
  private readonly buckets = new Map<string, Bucket>();
  private readonly inFlight = new Map<string, number>();
  /** Monotonic milliseconds. */
  now: () => number = () => performance.now();

  async take(name: string, perMinute: number, cost: number): Promise<BucketState> {
    const bucket = this.refilled(name, perMinute);
    const allowed = bucket.level >= Math.max(cost, Number.MIN_VALUE);
    if (allowed) bucket.level -= cost;
    const msPerUnit = MINUTE_MS / perMinute;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(bucket.level)),
      fullInMs: (perMinute - bucket.level) * msPerUnit,
      nextInMs: Math.max(0, (1 - bucket.level) * msPerUnit),
    };
  }

  async debit(name: string, perMinute: number, cost: number): Promise<void> {
    this.refilled(name, perMinute).level -= cost;
  }

  async acquire(name: string, max: number): Promise<boolean> {
    const count = this.inFlight.get(name) ?? 0;
    if (count >= max) return false;
    this.inFlight.set(name, count + 1);
    return true;
  }

  async release(name: string): Promise<void> {
    const count = this.inFlight.get(name) ?? 0;
    if (count <= 1) this.inFlight.delete(name);
    else this.inFlight.set(name, count - 1);
  }

  private refilled(name: string, perMinute: number): Bucket {
    const now = this.now();
    let bucket = this.buckets.get(name);
    if (!bucket) {
      this.makeRoom(now);
      bucket = { level: perMinute, perMinute, at: now };
      this.buckets.set(name, bucket);
    }
    bucket.level = Math.min(perMinute, bucket.level + ((now - bucket.at) * perMinute) / MINUTE_MS);
    bucket.perMinute = perMinute;
    bucket.at = now;
    return bucket;
  }

  // A bucket that is full again is as good as none.
  private makeRoom(now: number): void {
    if (this.buckets.size < BUCKETS_MAX) return;
    for (const [name, { level, perMinute, at }] of this.buckets) {
      if (level + ((now - at) * perMinute) / MINUTE_MS >= perMinute) this.buckets.delete(name);
    }
  }
}
