import { surnameOf } from '@gw/detection';
import { SurnamePattern, ValuePattern, type MappedValue } from './patterns';
import { replaceMatches, Restorer, type Match, type Pattern, type Replacement } from './restorer';
import { Skeleton, skeletonOf } from './skeleton';
import { UrlRule } from './url-rule';
import { WeakNumbers, type WeakNumber } from './weak-numbers';

/** One writing of a surrogate that was sent, and what stood there before. */
export interface SurfaceForm {
  readonly surrogate: string;
  readonly original: string;
  /** Undefined for a writing that is only looked for exactly: a surname in its form, a value with what it touches. */
  readonly value?: MappedValue;
  /** How it looks among its neighbors, where that differs from how it looks alone. */
  readonly skeleton?: string;
  /** Not restored by itself, but by the rule for surnames, or where a text is nothing else. */
  readonly only?: 'as a surname' | 'whole text';
}

export interface RestoredText {
  readonly text: string;
  /** Full surrogates that were replaced. */
  readonly restored: number;
  /** Partial ones: a surname with its title, a masked number. */
  readonly weak: number;
  /** Full surrogates that were left where they are, because a link to a stranger holds them. */
  readonly unrestored: number;
}

/** What a request's map is made of. */
export interface RequestMapContent {
  readonly forms: readonly SurfaceForm[];
  /** Surname that was sent → surname of the request. */
  readonly surnames: ReadonlyMap<string, string>;
  /** Values that must not leave, with what to do should they stand somewhere unnoticed. */
  readonly protectedValues: readonly ProtectedValue[];
  /** The masked texts: the hosts the model was told. */
  readonly sent: readonly string[];
  /** Writings that stand for several surface forms of one original: those, in order, for each text. */
  readonly writings: ReadonlyMap<string, readonly (readonly string[] | undefined)[]>;
  /** Partial forms that stand in the request for something else. */
  readonly blockedForms: ReadonlySet<string>;
}

export interface ProtectedValue {
  readonly surface: string;
  readonly type: string;
  readonly action: string;
}

/** Finds an original where only surrogates should be. */
export class LeakPattern implements Pattern {
  constructor(readonly value: ProtectedValue) {}

  replacement(): Replacement {
    return { text: '' };
  }
}

type MapPattern = ValuePattern | SurnamePattern;

const LEAK_LENGTH_MIN = 6;
const HAN_NAME = /^\p{Script=Han}+$/u;

/** The mappings of one request: what its reply may restore, and nothing else of the tenant. */
export class RequestMap {
  private readonly patterns = new Map<string, MapPattern>();
  private readonly wholeTexts = new Map<string, string>();
  private readonly restorer: Restorer<MapPattern>;
  private readonly weakNumbers: WeakNumbers;
  private readonly urls: UrlRule;
  private leakSearch: Restorer<Pattern> | undefined;

  constructor(private readonly content: RequestMapContent) {
    const values = new Map<string, MappedValue>();
    for (const { value } of content.forms) if (value) values.set(value.surrogate, value);
    for (const value of values.values()) this.addValue(value);
    for (const { surrogate, original, value, skeleton, only } of content.forms) {
      if (only === 'whole text') this.wholeTexts.set(surrogate, original);
      if (only === undefined)
        this.patternFor(skeleton ?? skeletonOf(surrogate), value).add(surrogate, original);
    }
    for (const [surrogate, original] of surnamesOf(content.surnames, values.values())) {
      if (this.patterns.has(surrogate)) continue;
      this.patterns.set(surrogate, new SurnamePattern(original, content.blockedForms));
    }
    this.restorer = new Restorer(this.patterns);
    this.weakNumbers = new WeakNumbers(values.values(), content.blockedForms);
    this.urls = new UrlRule(content.sent);
  }

  /** The map of a request in which nothing was replaced. */
  static empty(): RequestMap {
    return new RequestMap({
      forms: [],
      surnames: new Map(),
      protectedValues: [],
      sent: [],
      writings: new Map(),
      blockedForms: new Set(),
    });
  }

  /**
   * Puts originals back, in one pass; what was put in is not looked at again. An exact surrogate returns its original
   * verbatim, a reformatted one the original's value in the text's own separators, width and escapes.
   * @param index the masked text this is, when it is known to be one
   */
  restore(text: string, index?: number): RestoredText {
    if (this.patterns.size === 0) return { text, restored: 0, weak: 0, unrestored: 0 };
    const whole = this.wholeTexts.get(text);
    if (whole !== undefined) return { text: whole, restored: 0, weak: 1, unrestored: 0 };
    const found = this.matches(text, index);
    const allows = this.urls.allows(text);
    const matches = found.filter(({ start }) => allows(start));
    const unrestored = found.length - matches.length;
    const numbers = this.freeNumbers(text, found);
    const replacements = numbers.length === 0 ? matches : inOrder([...matches, ...numbers]);
    const weak = matches.filter(({ weakForm }) => weakForm !== undefined).length;
    return {
      text: replaceMatches(text, replacements),
      restored: matches.length - weak,
      weak: weak + numbers.length,
      unrestored,
    };
  }

  /** Whether anything of this request would be restored in the text. */
  contains(text: string): boolean {
    return this.matches(text).length > 0;
  }

  /** The surrogate map of the API: one entry per writing, reversible ones only. */
  surrogates(): Record<string, string> {
    return Object.fromEntries(this.content.forms.map(({ surrogate, original }) => [surrogate, original]));
  }

  /**
   * The last look: whether a value that must not leave, of six characters or more, stands whole in what would.
   * @param outbound JSON text
   */
  findLeak(outbound: string): boolean {
    return this.leaks(outbound, true).length > 0;
  }

  /** Full surrogates and surnames in their forms, in text order. */
  matches(text: string, index?: number): Match<MapPattern>[] {
    return this.inTurn(this.restorer.find(new Skeleton(text)), index);
  }

  /** Where protected values stand outside surrogates. */
  leaks(text: string, inJson = false): Match<LeakPattern>[] {
    if (this.content.protectedValues.length === 0) return [];
    this.leakSearch ??= this.makeLeakSearch();
    return this.leakSearch
      .find(new Skeleton(text, inJson))
      .filter((match): match is Match<LeakPattern> => match.pattern instanceof LeakPattern);
  }

  /** Parts of numbers outside full matches, in no order. */
  freeNumbers(text: string, matches: readonly { start: number; end: number }[]): WeakNumber[] {
    const numbers = this.weakNumbers.find(text);
    if (numbers.length === 0) return numbers;
    const allows = this.urls.allows(text);
    return inOrder(numbers).filter(
      ({ start, end }) => allows(start) && !matches.some((match) => match.start < end && start < match.end),
    );
  }

  /** Gives each occurrence of a shared writing the surface form whose turn it is, if a text of the request has as many. */
  private inTurn(matches: Match<MapPattern>[], index: number | undefined): Match<MapPattern>[] {
    const { writings } = this.content;
    if (writings.size === 0) return matches;
    const written = matches.map(({ text, start, end }) => text.slice(start, end));
    const counts = new Map<string, number>();
    for (const one of written) counts.set(one, (counts.get(one) ?? 0) + 1);
    const turns = new Map<string, Iterator<string>>();
    for (const [one, count] of counts) {
      const texts = writings.get(one);
      const same =
        index === undefined ? texts?.findLast((surfaces) => surfaces?.length === count) : texts?.[index];
      if (same) turns.set(one, same.values());
    }
    return matches.map((match, place) => {
      const turn = turns.get(written[place] as string)?.next();
      return turn && !turn.done ? { ...match, replacement: turn.value } : match;
    });
  }

  private addValue(value: MappedValue): void {
    this.patternFor(skeletonOf(value.surrogate), value);
    // A model may add the country code; digits that touch would otherwise hide the number.
    if (value.type === 'CN_MOBILE') {
      for (const prefix of ['86', '0086']) this.patternFor(prefix + value.surrogate, value);
    }
  }

  private patternFor(skeleton: string, value: MappedValue | undefined): ValuePattern {
    const known = this.patterns.get(skeleton);
    if (known instanceof ValuePattern && (known.value !== undefined || value === undefined)) return known;
    const pattern = new ValuePattern(value);
    this.patterns.set(skeleton, pattern);
    return pattern;
  }

  private makeLeakSearch(): Restorer<Pattern> {
    const patterns = new Map<string, Pattern>(
      [...this.patterns].filter(([, pattern]) => pattern instanceof ValuePattern),
    );
    for (const value of this.content.protectedValues) {
      const skeleton = skeletonOf(value.surface);
      if (skeleton.length >= LEAK_LENGTH_MIN && !patterns.has(skeleton)) {
        patterns.set(skeleton, new LeakPattern(value));
      }
    }
    return new Restorer(patterns);
  }
}

/** Surnames that come back in their forms: those found alone, and those of full names. One that is not unique does not. */
function surnamesOf(found: ReadonlyMap<string, string>, values: Iterable<MappedValue>): Map<string, string> {
  const surnames = new Map(found);
  const ambiguous = new Set<string>();
  for (const { type, original, surrogate } of values) {
    if (type !== 'PERSON' || !HAN_NAME.test(original) || !HAN_NAME.test(surrogate)) continue;
    const sent = surnameOf(surrogate);
    const meant = surnameOf(original);
    if ((surnames.get(sent) ?? meant) !== meant) ambiguous.add(sent);
    else surnames.set(sent, meant);
  }
  for (const surname of ambiguous) surnames.delete(surname);
  return surnames;
}

function inOrder<T extends { readonly start: number }>(matches: T[]): T[] {
  return matches.sort((a, b) => a.start - b.start);
}
