const NAME_WIDTH = 10;

/** Tells what happens, a line per step with the time it took. */
export class Progress {
  private readonly startedAt = performance.now();

  constructor(private readonly write: (text: string) => void) {}

  get elapsed(): string {
    return secondsSince(this.startedAt);
  }

  say(line = ''): void {
    this.write(`${line}\n`);
  }

  /** @param describe one phrase about the result */
  async step<Result>(
    name: string,
    work: () => Promise<Result>,
    describe: (result: Result) => string,
  ): Promise<Result> {
    const startedAt = performance.now();
    const result = await work();
    this.say(`  ${name.padEnd(NAME_WIDTH)} ${secondsSince(startedAt).padStart(6)}  ${describe(result)}`);
    return result;
  }
}

function secondsSince(at: number): string {
  return `${((performance.now() - at) / 1_000).toFixed(1)} s`;
}
