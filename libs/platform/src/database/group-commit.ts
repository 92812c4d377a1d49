/** Most items one database call carries, and how long the first one may wait for company. */
export interface GroupCommitOptions {
  readonly maxItems?: number;
  readonly maxDelayMs?: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns many small writes into few: items that arrive while a call is running, or within `maxDelayMs`,
 * share one call and so one commit. One call runs at a time; results come back in the order of the items.
 * When a call fails, every item of its batch fails with the same error: nothing is retried silently.
 */
export class GroupCommit<Item, Result> {
  private queue: Waiting<Item, Result>[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running = false;
  private idle: (() => void)[] = [];
  private readonly maxItems: number;
  private readonly maxDelayMs: number;

  constructor(
    private readonly write: (items: readonly Item[]) => Promise<readonly Result[]>,
    options: GroupCommitOptions = {},
  ) {
    this.maxItems = options.maxItems ?? 500;
    this.maxDelayMs = options.maxDelayMs ?? 1;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when nothing is queued or running; part of a clean shutdown. */
  drained(): Promise<void> {
    if (!this.running && this.queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  private schedule(): void {
    if (this.running || this.timer) return;
    if (this.queue.length >= this.maxItems) void this.flush();
    else this.timer = setTimeout(() => void this.flush(), this.maxDelayMs);
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running = true;
    while (this.queue.length > 0) await this.writeBatch(this.queue.splice(0, this.maxItems));
    this.running = false;
    for (const resolve of this.idle.splice(0)) resolve();
  }

  private async writeBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.write(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch write must answer every item');
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
