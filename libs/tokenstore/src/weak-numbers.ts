import type { MappedValue } from './patterns';

/** A part of a number in a text that may stand for a surrogate. */
export interface WeakNumber {
  readonly start: number;
  readonly end: number;
  /** Names the form, whatever its number of stars. */
  readonly form: string;
  readonly replacement: string;
}

const MASKED =
  /(?<![0-9A-Za-z])([0-9]{2,10})([ -]?(?:[*＊•●×]{2,16}|[xX]{3,16})[ -]?)([0-9]{2,6}[Xx]?)(?![0-9A-Za-z*])/g;
const LAST_FOUR =
  /(?:尾号|尾数|末四位|后四位|后4位|末4位)(?:数字)?(?:是|为|:|：)?\s{0,3}([0-9]{3}[0-9Xx])(?![0-9A-Za-z])/g;
const NUMBER = /^[0-9]{6,}[0-9A-Z]*$/;
const INDEX_LENGTH = 2;

/** `164****7823` and 尾号7823: restored when one original of the request, and only one, can be meant. */
export class WeakNumbers {
  private readonly byTail = new Map<string, MappedValue[]>();

  constructor(
    values: Iterable<MappedValue>,
    private readonly blockedForms: ReadonlySet<string>,
  ) {
    for (const value of values) {
      if (!NUMBER.test(value.surrogate)) continue;
      const tail = value.surrogate.slice(-INDEX_LENGTH);
      const sharing = this.byTail.get(tail);
      if (sharing) sharing.push(value);
      else this.byTail.set(tail, [value]);
    }
  }

  /** In text order of each kind; never overlapping. */
  find(text: string): WeakNumber[] {
    if (this.byTail.size === 0) return [];
    return [...this.masked(text), ...this.lastFour(text)];
  }

  private *masked(text: string): Generator<WeakNumber> {
    for (const match of text.matchAll(MASKED)) {
      const [whole, head, stars, tail] = match as unknown as [string, string, string, string];
      const form = `${head}*${tail.toUpperCase()}`;
      const value = this.only(form, head, tail);
      if (!value || value.original.length < head.length + tail.length) continue;
      const replacement = value.original.slice(0, head.length) + stars + value.original.slice(-tail.length);
      yield { start: match.index, end: match.index + whole.length, form, replacement };
    }
  }

  private *lastFour(text: string): Generator<WeakNumber> {
    for (const match of text.matchAll(LAST_FOUR)) {
      const [whole, tail] = match as unknown as [string, string];
      const form = `*${tail.toUpperCase()}`;
      const value = this.only(form, '', tail);
      if (!value) continue;
      const end = match.index + whole.length;
      yield { start: end - tail.length, end, form, replacement: value.original.slice(-tail.length) };
    }
  }

  private only(form: string, head: string, tail: string): MappedValue | undefined {
    if (this.blockedForms.has(form)) return undefined;
    const upper = tail.toUpperCase();
    const sharing = (this.byTail.get(upper.slice(-INDEX_LENGTH)) ?? []).filter(
      ({ surrogate }) =>
        surrogate.length > head.length + tail.length &&
        surrogate.startsWith(head) &&
        surrogate.endsWith(upper),
    );
    const originals = new Set(sharing.map(({ original }) => original));
    return originals.size === 1 ? sharing[0] : undefined;
  }
}
