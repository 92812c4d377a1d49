/** Where a token bucket stands after a call. */
export interface BucketState {
  readonly allowed: boolean;
  /** Whole units left; never negative. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
  /** Milliseconds until one unit is there; 0 when there is one. */
  readonly nextInMs: number;
}

/** Counts what keys use. One per process now; the interface allows a store that replicas share. */
export abstract class LimitStore {
  /** Takes `cost` units from a bucket that holds and regains `perMinute`; takes nothing when they are not there. */
  abstract take(bucket: string, perMinute: number, cost: number): Promise<BucketState>;
  /** Takes units that are known only afterwards: the bucket may go into debt, and `take` then waits it off. */
  abstract debit(bucket: string, perMinute: number, cost: number): Promise<void>;
  /** @returns false when `max` are already in flight */
  abstract acquire(counter: string, max: number): Promise<boolean>;
  abstract release(counter: string): Promise<void>;
}
