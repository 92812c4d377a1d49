import { AhoCorasick, leftmostLongest } from './aho-corasick';
import { Skeleton, type Notation } from './skeleton';

/** One place where a value stands in a text. Offsets are raw UTF-16. */
export interface ValueOccurrence {
  /** Index of the value that was looked for. */
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly notation: Notation;
}

/**
 * Finds values in whatever way they are written (see `Skeleton`), but never a part of something longer: the digits
 * of a number must not touch further digits, nor a word that begins or ends with a letter further letters.
 */
export class ValueSearch {
  private readonly automaton: AhoCorasick;

  /** @param mayTouch values that are found even when they touch further digits or letters */
  constructor(
    values: readonly string[],
    private readonly mayTouch: (value: number) => boolean = () => false,
  ) {
    this.automaton = new AhoCorasick(values.map((value) => new Skeleton(value).text));
  }

  /** Leftmost-longest, never overlapping. */
  find(text: string): ValueOccurrence[] {
    return this.findIn(new Skeleton(text));
  }

  findIn(skeleton: Skeleton): ValueOccurrence[] {
    const whole = this.automaton
      .find(skeleton.text)
      .filter(({ pattern, start, end }) => this.mayTouch(pattern) || isWhole(skeleton, start, end));
    return leftmostLongest(whole).map(({ pattern, start, end }) => ({
      value: pattern,
      start: skeleton.rawStart(start),
      end: skeleton.rawEnd(end),
      notation: skeleton.notation(start, end),
    }));
  }
}

const COUNTRY_CODE = /(?:\+|00)86$/;

function isWhole(skeleton: Skeleton, start: number, end: number): boolean {
  const { text, raw } = skeleton;
  const before = start > 0 && skeleton.rawEnd(start) === skeleton.rawStart(start) ? text[start - 1]! : '';
  const after = end < text.length && skeleton.rawEnd(end) === skeleton.rawStart(end) ? text[end]! : '';
  if (touches(text[end - 1]!, after)) return false;
  if (!touches(before, text[start]!)) return true;
  // A model that adds the country code still means the number.
  return COUNTRY_CODE.test(raw.slice(Math.max(0, skeleton.rawStart(start) - 4), skeleton.rawStart(start)));
}

/** Two digits, or two characters of one Latin word. */
function touches(left: string, right: string): boolean {
  return (
    (isDigit(left) && isDigit(right)) ||
    (isWord(left) && isWord(right) && (isLetter(left) || isLetter(right)))
  );
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isLetter(character: string): boolean {
  return character >= 'a' && character <= 'z';
}

function isWord(character: string): boolean {
  return isDigit(character) || isLetter(character);
}
