/** Where a pattern was found; offsets are of the text that was searched, end exclusive. */
export interface Occurrence {
  readonly pattern: number;
  readonly start: number;
  readonly end: number;
}

/** Finds all occurrences of many patterns in one pass over the text (Aho and Corasick, 1975). */
export class AhoCorasick {
  private readonly next: Map<number, number>[] = [new Map()];
  private readonly fail: number[] = [0];
  /** Pattern that ends in a state, or -1. */
  private readonly output: number[] = [-1];
  /** Nearest state on the failure path where a pattern ends, or 0. */
  private readonly outputLink: number[] = [0];
  private readonly lengths: number[];

  /** Empty patterns are never found; of equal ones the first counts. */
  constructor(patterns: readonly string[]) {
    this.lengths = patterns.map(({ length }) => length);
    patterns.forEach((pattern, index) => this.add(pattern, index));
    this.link();
  }

  find(text: string): Occurrence[] {
    const found: Occurrence[] = [];
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      while (state !== 0 && !this.next[state]!.has(code)) state = this.fail[state]!;
      state = this.next[state]!.get(code) ?? 0;
      for (
        let at = this.output[state]! >= 0 ? state : this.outputLink[state]!;
        at !== 0;
        at = this.outputLink[at]!
      ) {
        const pattern = this.output[at]!;
        found.push({ pattern, start: i + 1 - this.lengths[pattern]!, end: i + 1 });
      }
    }
    return found;
  }

  private add(pattern: string, index: number): void {
    let state = 0;
    for (let i = 0; i < pattern.length; i++) {
      const code = pattern.charCodeAt(i);
      let target = this.next[state]!.get(code);
      if (target === undefined) {
        target = this.next.length;
        this.next.push(new Map());
        this.fail.push(0);
        this.output.push(-1);
        this.outputLink.push(0);
        this.next[state]!.set(code, target);
      }
      state = target;
    }
    if (state !== 0 && this.output[state]! < 0) this.output[state] = index;
  }

  private link(): void {
    const queue = [...this.next[0]!.values()];
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head]!;
      for (const [code, target] of this.next[state]!) {
        let back = this.fail[state]!;
        while (back !== 0 && !this.next[back]!.has(code)) back = this.fail[back]!;
        const fallback = this.next[back]!.get(code) ?? 0;
        this.fail[target] = fallback === target ? 0 : fallback;
        const at = this.fail[target]!;
        this.outputLink[target] = this.output[at]! >= 0 ? at : this.outputLink[at]!;
        queue.push(target);
      }
    }
  }
}

/** Of overlapping occurrences the one that begins first, then the longest; what it covers is gone. */
export function leftmostLongest<Found extends { readonly start: number; readonly end: number }>(
  occurrences: readonly Found[],
): Found[] {
  const sorted = [...occurrences].sort((a, b) => a.start - b.start || b.end - a.end);
  let reached = 0;
  return sorted.filter(({ start, end }) => {
    if (start < reached) return false;
    reached = end;
    return true;
  });
}
