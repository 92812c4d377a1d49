import type { Ledger, OpenHold } from './ledger';

const BATCH = 100;

/** Ends the holds of calls that died with their process: the money is released, and a record says what happened. */
export class HoldReaper {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  /**
   * @param appendInterrupted appends the hold's `interrupted` record and expires the hold, in one commit; when another
   *   replica was faster, nothing is written
   */
  constructor(
    private readonly ledger: Pick<Ledger, 'expired'>,
    private readonly appendInterrupted: (hold: OpenHold) => Promise<unknown>,
    private readonly everyMs: number,
  ) {}

  start(): void {
    this.timer = setTimeout(() => void this.loop(), this.everyMs);
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** One sweep; also what the loop does. */
  async sweep(): Promise<number> {
    const holds = await this.ledger.expired(BATCH);
    await Promise.all(holds.map((hold) => this.appendInterrupted(hold)));
    return holds.length;
  }

  private async loop(): Promise<void> {
    // A sweep that fails is tried again: the leases stay expired.
    await this.sweep().catch(() => undefined);
    if (!this.stopped) this.start();
  }
}
