import { RE2JS } from 're2js';
import { Context, scoreInContext } from './context';
import { Dictionary, isWordBoundary } from './dictionary';
import { entityType } from './entity-types';
import type { Sensitivity } from './entity-type';
import { Evidence } from './overlap';
import { Shadow } from './shadow';

/** What a tenant adds to the built-in recognizers. Patterns are RE2 syntax and run on the text folded to half width. */
export interface TenantAdditions {
  /** Values that are never a finding, in any of their forms. */
  allowList: string[];
  dictionaries: { entity_type: string; terms: string[]; sensitivity?: Sensitivity }[];
  customRecognizers: {
    name: string;
    entity_type: string;
    pattern: string;
    context?: string[];
    score: number;
    sensitivity: Sensitivity;
  }[];
}

export interface AddedReading {
  readonly type: string;
  readonly sensitivity: Sensitivity;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  readonly evidence: Evidence;
}

interface CompiledRecognizer {
  readonly type: string;
  readonly sensitivity: Sensitivity;
  readonly score: number;
  readonly pattern: RE2JS;
  readonly context: Context;
}

/** A tenant's additions, compiled. Throws when a pattern is not RE2. */
export class CompiledAdditions {
  private readonly terms: { type: string; sensitivity: Sensitivity }[] = [];
  private readonly dictionary: Dictionary;
  private readonly recognizers: readonly CompiledRecognizer[];
  private readonly allowed = new Map<string, ReadonlySet<string>>();

  constructor(private readonly additions: TenantAdditions) {
    const terms: string[] = [];
    for (const dictionary of additions.dictionaries) {
      const type = dictionary.entity_type;
      const sensitivity = dictionary.sensitivity ?? entityType(type).sensitivity;
      for (const term of dictionary.terms) {
        terms.push(term);
        this.terms.push({ type, sensitivity });
      }
    }
    this.dictionary = new Dictionary(terms);
    this.recognizers = additions.customRecognizers.map((recognizer) => ({
      type: recognizer.entity_type,
      sensitivity: recognizer.sensitivity,
      score: recognizer.score,
      pattern: RE2JS.compile(recognizer.pattern),
      context: new Context({
        before: words(recognizer.context),
        after: words(recognizer.context),
        keys: [],
        negative: [],
      }),
    }));
  }

  /** Occurrences of dictionary terms and of the tenant's patterns; they may overlap. */
  find(shadow: Shadow, key: Shadow | undefined): AddedReading[] {
    const found: AddedReading[] = [];
    if (this.terms.length > 0) {
      this.dictionary.find(shadow, (term, start, end) =>
        found.push({ ...this.terms[term]!, start, end, score: 1, evidence: Evidence.Verified }),
      );
    }
    for (const recognizer of this.recognizers) this.findPattern(recognizer, shadow, key, found);
    return found;
  }

  private findPattern(
    { type, sensitivity, score, pattern, context }: CompiledRecognizer,
    shadow: Shadow,
    key: Shadow | undefined,
    found: AddedReading[],
  ): void {
    const matcher = pattern.matcher(shadow.folded);
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (start === end || !isWordBoundary(shadow, start) || !isWordBoundary(shadow, end)) continue;
      if (splitsPair(shadow, start) || splitsPair(shadow, end)) continue;
      const polarity = context.polarity(shadow, start, end, key);
      const evidence = polarity > 0 ? Evidence.Context : Evidence.Pattern;
      found.push({
        type,
        sensitivity,
        start,
        end,
        score: scoreInContext({ start, end, score }, polarity),
        evidence,
      });
    }
  }

  /** Whether a found value is one that the tenant lets through, whatever its separators and width. */
  isAllowed(type: string, surface: string): boolean {
    if (this.additions.allowList.length === 0) return false;
    const format = entityType(type);
    let values = this.allowed.get(type);
    if (!values)
      this.allowed.set(
        type,
        (values = new Set(this.additions.allowList.map((value) => format.canonical(value)))),
      );
    return values.has(format.canonical(surface));
  }
}

function words(context: readonly string[] | undefined): string[] {
  return (context ?? [])
    .map((word) => word.toLowerCase().replace(/[ _-]/g, ''))
    .filter((word) => word !== '');
}

function splitsPair(shadow: Shadow, offset: number): boolean {
  return (shadow.at(offset - 1) & 0xfc00) === 0xd800 && (shadow.at(offset) & 0xfc00) === 0xdc00;
}
