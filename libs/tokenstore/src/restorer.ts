import { Automaton } from './aho-corasick';
import { decodeEscapes, encodeLike } from './escapes';
import { Skeleton } from './skeleton';

/** Where a pattern was found; offsets of the text, end exclusive. */
export interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Replacement {
  readonly text: string;
  /** The text already has the escapes it needs. */
  readonly isVerbatim?: boolean;
  /** The partial form a replacement rests on, such as 李总; undefined when the whole pattern was there. */
  readonly weakForm?: string;
}

/** What may stand for something else, and what that is. */
export interface Pattern {
  /**
   * @param written the place's text with its escapes decoded
   * @returns null when this writing does not mean the pattern
   */
  replacement(written: string, place: Place): Replacement | null;
}

export interface Match<P extends Pattern> extends Place {
  readonly pattern: P;
  readonly replacement: string;
  readonly weakForm?: string;
}

const EMPHASIS = /\*{1,3}|_{1,3}|`{1,3}|~~/;
const EVERY_EMPHASIS = new RegExp(EMPHASIS, 'g');

/** Finds patterns in a text in one pass, leftmost and longest first, whatever clothes they wear. */
export class Restorer<P extends Pattern> {
  private readonly patterns: readonly P[];
  private readonly lengths: readonly number[];
  private readonly automaton: Automaton;

  /** @param patterns by skeleton; an empty skeleton is never found */
  constructor(patterns: ReadonlyMap<string, P>) {
    const skeletons = [...patterns.keys()].filter((skeleton) => skeleton !== '');
    this.patterns = skeletons.map((skeleton) => patterns.get(skeleton) as P);
    this.lengths = skeletons.map(({ length }) => length);
    this.automaton = new Automaton(skeletons);
  }

  /** Matches in text order, never overlapping. Linear in the text. */
  find(skeleton: Skeleton): Match<P>[] {
    if (this.patterns.length === 0) return [];
    const longest = this.automaton.longestStarting(skeleton.codes, skeleton.length);
    const matches: Match<P>[] = [];
    for (let unit = 0; unit < skeleton.length;) {
      const match = longest[unit] === 0 ? null : this.matchAt(skeleton, unit, (longest[unit] as number) - 1);
      if (match) matches.push(balanced(match.match, matches.at(-1)?.end ?? 0));
      unit = match ? match.endUnit : unit + 1;
    }
    return matches;
  }

  private matchAt(
    skeleton: Skeleton,
    unit: number,
    longest: number,
  ): { match: Match<P>; endUnit: number } | null {
    // A number inside a longer one, or a word inside a longer one, is not the value.
    if (skeleton.isInsideToken(unit)) return null;
    for (let number = longest; number >= 0; number = this.automaton.shorter(number)) {
      const endUnit = unit + (this.lengths[number] as number);
      if (skeleton.isInsideToken(endUnit)) continue;
      const place = { text: skeleton.text, start: skeleton.startOf(unit), end: skeleton.endBefore(endUnit) };
      const pattern = this.patterns[number] as P;
      const raw = place.text.slice(place.start, place.end);
      const written = skeleton.isEscaped(unit, endUnit) ? decodeEscapes(raw) : raw;
      const replacement = pattern.replacement(written, place);
      if (!replacement) continue;
      const isPlain = written === raw || replacement.isVerbatim;
      const text = isPlain ? replacement.text : encodeLike(replacement.text, raw);
      return { match: { ...place, pattern, weakForm: replacement.weakForm, replacement: text }, endUnit };
    }
    return null;
  }
}

/** Takes along the other half of an emphasis that began or ended inside a value: `李**雪峰**`. */
function balanced<P extends Pattern>(match: Match<P>, floor: number): Match<P> {
  const { text, start, end, replacement } = match;
  const raw = text.slice(start, end);
  if (!EMPHASIS.test(raw)) return match;
  const marks = raw.match(EVERY_EMPHASIS);
  if (!marks || marks.length % 2 === 0 || EMPHASIS.test(replacement)) return match;
  const mark = marks[0];
  if (text.startsWith(mark, end)) return { ...match, end: end + mark.length };
  if (start - mark.length >= floor && text.endsWith(mark, start))
    return { ...match, start: start - mark.length };
  return match;
}

/** Puts the replacements into the text. @param matches in text order, never overlapping */
export function replaceMatches(
  text: string,
  matches: readonly { readonly start: number; readonly end: number; readonly replacement: string }[],
): string {
  let replaced = '';
  let reached = 0;
  for (const { start, end, replacement } of matches) {
    replaced += text.slice(reached, start) + replacement;
    reached = end;
  }
  return reached === 0 ? text : replaced + text.slice(reached);
}
