const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** One Ctrl-C may arrive twice, from the terminal and from npm; a later one means that somebody is waiting. */
const REPEAT_AFTER_MS = 1_500;

/** Thrown when a stop was asked for before the start was complete. */
export class StoppedEarly extends Error {}

/** Ctrl-C and its relatives, as something that can be waited for. */
export class StopSignal {
  /** Resolves at the first signal. */
  readonly asked: Promise<void>;
  /** Resolves when somebody insists. */
  readonly insisted: Promise<void>;
  private askedAt: number | undefined;

  constructor(source: Pick<NodeJS.Process, 'on'> = process) {
    let ask: () => void;
    let insist: () => void;
    this.asked = new Promise((resolve) => (ask = resolve));
    this.insisted = new Promise((resolve) => (insist = resolve));
    for (const signal of SIGNALS) {
      source.on(signal, () => {
        if (this.askedAt === undefined) this.askedAt = performance.now();
        else if (performance.now() - this.askedAt > REPEAT_AFTER_MS) insist();
        ask();
      });
    }
  }

  /** @throws StoppedEarly */
  check(): void {
    if (this.askedAt !== undefined) throw new StoppedEarly();
  }

  /** Waits for the work, but not longer than until a stop is asked for. @throws StoppedEarly */
  async orStopped<Result>(work: Promise<Result>): Promise<Result> {
    const stopped = this.asked.then(() => {
      throw new StoppedEarly();
    });
    return Promise.race([work, stopped]);
  }
}
