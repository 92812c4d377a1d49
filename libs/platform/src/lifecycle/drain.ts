import { Injectable } from '@nestjs/common';

/**
 * The end of a process, in order: refuse new requests, let those in flight finish, run the hooks (flush the
 * audit queue). Counts requests by their work, not their socket: a caller that hangs up does not end a call.
 */
@Injectable()
export class Drain {
  private readonly hooks: { name: string; run: () => Promise<unknown> }[] = [];
  private inFlight = 0;
  private draining = false;
  private idle: (() => void)[] = [];

  get isDraining(): boolean {
    return this.draining;
  }

  get requestsInFlight(): number {
    return this.inFlight;
  }

  enter(): void {
    this.inFlight++;
  }

  leave(): void {
    this.inFlight--;
    if (this.inFlight === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  /** Registers what must be done between the last answer and the exit. Hooks run in order. */
  beforeExit(name: string, run: () => Promise<unknown>): void {
    this.hooks.push({ name, run });
  }

  /** From now on new requests are refused and `/readyz` answers 503. */
  begin(): void {
    this.draining = true;
  }

  /** @returns false when requests were still in flight at the deadline */
  async whenIdle(timeoutMs: number): Promise<boolean> {
    if (this.inFlight === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    const idle = new Promise<boolean>((resolve) => this.idle.push(() => resolve(true)));
    const inTime = await Promise.race([idle, late]);
    clearTimeout(timer);
    return inTime;
  }

  /** @returns the names of the hooks that failed; a failed hook does not keep the others from running */
  async runHooks(): Promise<string[]> {
    const failed: string[] = [];
    for (const { name, run } of this.hooks) {
      try {
        await run();
      } catch {
        failed.push(name);
      }
    }
    return failed;
  }
}
