/** One word after `gw`. */
export interface Command {
  readonly name: string;
  /** How it is called, without `gw`. */
  readonly usage: string;
  readonly summary: string;
  /** @returns the exit code */
  run(args: string[]): Promise<number>;
}

/** The command was called wrongly: the message and its usage are shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
