/** Words looked up by where they end. */
export class WordEnds {
  private readonly byLast = new Map<number, string[]>();

  constructor(words: readonly string[]) {
    for (const word of words) {
      const last = word.charCodeAt(word.length - 1);
      this.byLast.set(
        last,
        [...(this.byLast.get(last) ?? []), word].sort((a, b) => b.length - a.length),
      );
    }
  }

  /** Length of the longest word that ends before `end`, 0 for none. */
  before(text: string, end: number): number {
    const words = end > 0 ? this.byLast.get(text.charCodeAt(end - 1)) : undefined;
    return words?.find((word) => text.startsWith(word, end - word.length))?.length ?? 0;
  }
}

/** Words looked up by where they start. */
export class WordStarts {
  private readonly byFirst = new Map<number, string[]>();

  constructor(words: readonly string[]) {
    for (const word of words) {
      const first = word.charCodeAt(0);
      this.byFirst.set(
        first,
        [...(this.byFirst.get(first) ?? []), word].sort((a, b) => b.length - a.length),
      );
    }
  }

  /** The longest word that starts at `start`, empty for none. */
  at(text: string, start: number): string {
    const words = this.byFirst.get(text.charCodeAt(start));
    return words?.find((word) => text.startsWith(word, start)) ?? '';
  }
}
