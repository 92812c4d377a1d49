import { invalidRequest } from '@gw/platform';
import { isSurnameForm } from './patterns';
import { replaceMatches, Restorer, type Pattern, type Place, type Replacement } from './restorer';
import { foldKeeping, meaningfulSeparators, Skeleton, skeletonOf } from './skeleton';
import { putInPlace } from './surface-form';
import { isWordBreak } from './word-break';

/** Values whose separators belong to them: an IPv4 address, a date. */
const SEPARATED = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9]{4}[-.][0-9]{1,2}[-.][0-9]{1,2})$/;
/** Numbers and codes, whose separators, width and case are clothes. */
const CODE = /^[+(]?(?=.*[0-9])[0-9A-Za-z()\s.\u00b7\uff01-\uff5e\u3000\u2010-\u2015-]+$/u;

const MOBILE = /^1[3-9][0-9]{9}$/;
const COUNTRY_CODES = ['86', '0086'];

/**
 * Restores a text with the surrogate map a caller kept; nothing is looked up anywhere. Full surrogates only, whatever
 * their separators, width and escapes; the shape of a value tells which of these may differ.
 * @throws AppError invalid_request when a surrogate is empty
 */
export function restoreWithMap(
  text: string,
  surrogates: Readonly<Record<string, string>>,
): { readonly text: string; readonly restored: number } {
  const patterns = new Map<string, MapPattern | PrefixedPattern>();
  for (const [surrogate, original] of Object.entries(surrogates)) {
    const skeleton = skeletonOf(surrogate);
    if (skeleton.trim() === '') {
      throw invalidRequest({ path: 'surrogates', problem: 'must not have an empty key' });
    }
    const known = patterns.get(skeleton);
    if (known instanceof MapPattern) known.add(surrogate, original);
    else patterns.set(skeleton, new MapPattern(surrogate, original));
  }
  addCountryCodes(patterns);
  const matches = new Restorer(patterns).find(new Skeleton(text));
  return { text: replaceMatches(text, matches), restored: matches.length };
}

/** A mobile number may stand behind a country code, whose digits touch it. */
function addCountryCodes(patterns: Map<string, MapPattern | PrefixedPattern>): void {
  for (const [skeleton, pattern] of [...patterns]) {
    if (!MOBILE.test(skeleton) || !(pattern instanceof MapPattern)) continue;
    for (const code of COUNTRY_CODES) {
      if (!patterns.has(code + skeleton))
        patterns.set(code + skeleton, new PrefixedPattern(code.length, pattern));
    }
  }
}

class PrefixedPattern implements Pattern {
  constructor(
    private readonly digits: number,
    private readonly pattern: MapPattern,
  ) {}

  replacement(written: string, place: Place): Replacement | null {
    // An escaped number has its digits elsewhere than it reads; nobody escapes a country code.
    if (written.length !== place.end - place.start) return null;
    const rest = place.start + [...written.matchAll(/[0-9\uff10-\uff19]/g)][this.digits]!.index;
    const replacement = this.pattern.replacement(place.text.slice(rest, place.end), {
      ...place,
      start: rest,
    });
    return replacement && { ...replacement, text: place.text.slice(place.start, rest) + replacement.text };
  }
}

/** Writings of one surrogate, without a type. */
class MapPattern implements Pattern {
  private readonly exact: Map<string, string>;
  private readonly separators: string;
  private readonly folded: string;
  private readonly isWord: boolean;
  private readonly isCode: boolean;
  /** A single character means something only where there is nothing else. */
  private readonly isLone: boolean;

  constructor(
    surrogate: string,
    private readonly original: string,
  ) {
    this.exact = new Map([[surrogate, original]]);
    this.separators = SEPARATED.test(surrogate) ? meaningfulSeparators(surrogate) : '';
    this.folded = this.separators === '' ? '' : foldKeeping(surrogate, this.separators);
    this.isWord = isSurnameForm(surrogate);
    this.isLone = /^\p{Script=Han}$/u.test(surrogate);
    this.isCode = CODE.test(surrogate) && CODE.test(original);
  }

  add(surrogate: string, original: string): void {
    this.exact.set(surrogate, original);
  }

  replacement(written: string, { text, start, end }: Place): Replacement | null {
    if (this.isWord && !(isWordBreak(text, start) && isWordBreak(text, end))) return null;
    if (this.isLone && end - start !== text.length) return null;
    const verbatim = this.exact.get(text.slice(start, end));
    if (verbatim !== undefined) return { text: verbatim, isVerbatim: true };
    const exact = this.exact.get(written);
    if (exact !== undefined) return { text: exact };
    if (this.separators !== '' && foldKeeping(written, this.separators) !== this.folded) return null;
    return { text: (this.isCode ? putInPlace(bare(this.original), written) : null) ?? this.original };
  }
}

function bare(value: string): string {
  return value.replace(/[\s()+.\u00b7\u2010-\u2015-]/g, '');
}
