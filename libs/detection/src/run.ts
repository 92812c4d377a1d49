import type { Match } from './entity-type';
import { Shadow } from './shadow';

/** What stands between two groups of a run. */
export const Separator = { Space: 1, Hyphen: 2, Dot: 4 } as const;

/** What a recognizer says of a run; the offsets are the run's own unless it names others. */
export interface RunScore {
  readonly score: number;
  readonly contextScore?: number;
  readonly verified?: boolean;
}

/** The match from an offset before it. */
export function extendLeft(match: Match, start: number): Match {
  return { ...match, start };
}

/**
 * A window of digits and letters in a text, its separators taken out. Nothing that is a digit
 * or a letter touches it. One instance is moved over the whole text: a recognizer MUST NOT keep it.
 */
export class Run {
  shadow!: Shadow;
  /** Folded characters and their offsets in the text, for the window [first, first + length). */
  private codes!: Uint8Array;
  private offsets!: Int32Array;
  private first = 0;
  private joinedText: string | undefined;

  length = 0;
  /** Bit p is set when a separator stands after the p-th character. */
  cuts = 0;
  /** Which separators stand inside, a mask of `Separator`. */
  separators = 0;
  /** What joins a neighboring group of digits, a mask of `Separator`; 0 when there is no such neighbor. */
  joinBefore = 0;
  joinAfter = 0;

  move(shadow: Shadow, codes: Uint8Array, offsets: Int32Array, first: number, length: number): void {
    this.shadow = shadow;
    this.codes = codes;
    this.offsets = offsets;
    this.first = first;
    this.length = length;
    this.joinedText = undefined;
  }

  /** Folded character, as written (lower case stays). */
  code(index: number): number {
    return this.codes[this.first + index]!;
  }

  /** Offset in the text. */
  offset(index: number): number {
    return this.offsets[this.first + index]!;
  }

  get start(): number {
    return this.offset(0);
  }

  get end(): number {
    return this.offset(this.length - 1) + 1;
  }

  /** The characters, letters in upper case. */
  get text(): string {
    if (this.joinedText === undefined) {
      let text = '';
      for (let i = 0; i < this.length; i++) text += String.fromCharCode(this.code(i));
      this.joinedText = text.toUpperCase();
    }
    return this.joinedText;
  }

  /** The character before it in the text, folded. */
  get before(): number {
    return this.shadow.at(this.start - 1);
  }

  get after(): number {
    return this.shadow.at(this.end);
  }

  /** Every character is a group of its own, as scanned forms print them, and no other digit stands beside them. */
  get isSpelledOut(): boolean {
    return this.cuts === (1 << this.length) - 2 && (this.joinBefore | this.joinAfter) === 0;
  }

  /** Part of a decimal number or an amount of money. */
  get isAmount(): boolean {
    const { before } = this;
    return (
      this.joinBefore === Separator.Dot ||
      this.joinAfter === Separator.Dot ||
      before === 0x24 /* $ */ ||
      before === 0xa5 /* ¥ */ ||
      before === 0x20ac /* € */
    );
  }

  /** A fragment of a longer number that is itself grouped by hyphens, such as an ISBN. */
  get isHyphenFragment(): boolean {
    return (
      (this.separators & Separator.Hyphen) !== 0 &&
      ((this.joinBefore | this.joinAfter) & Separator.Hyphen) !== 0
    );
  }

  /** The characters from `from` to `to` as a match. */
  match(score: RunScore, from = 0, to = this.length): Match {
    return {
      start: this.offset(from),
      end: this.offset(to - 1) + 1,
      score: score.score,
      contextScore: score.contextScore,
      verified: score.verified === true,
    };
  }
}
