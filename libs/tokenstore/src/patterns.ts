import { entityType, titles } from '@gw/detection';
import type { Pattern, Place, Replacement } from './restorer';
import { foldKeeping, meaningfulSeparators, skeletonOf } from './skeleton';
import { isWordBreak } from './word-break';

/** One original of a request and its surrogate, both in canonical form. */
export interface MappedValue {
  readonly type: string;
  readonly original: string;
  readonly surrogate: string;
}

/** A full surrogate: each writing of the request comes back verbatim, any other in its own clothes. */
export class ValuePattern implements Pattern {
  private readonly exact = new Map<string, string>();
  private readonly separators: string;
  private readonly folded: string;

  /** @param value undefined for a writing that only means something exactly as it is */
  constructor(readonly value: MappedValue | undefined) {
    this.separators = value ? meaningfulSeparators(value.surrogate) : '';
    this.folded = value ? foldKeeping(value.surrogate, this.separators) : '';
  }

  /** @returns false when the writing already stands for something else */
  add(written: string, original: string): boolean {
    const known = this.exact.get(written);
    if (known !== undefined) return known === original;
    this.exact.set(written, original);
    return true;
  }

  replacement(written: string, { text, start, end }: Place): Replacement | null {
    const verbatim = this.exact.get(text.slice(start, end));
    if (verbatim !== undefined) return { text: verbatim, isVerbatim: true };
    const exact = this.exact.get(written);
    if (exact !== undefined) return { text: exact };
    if (!this.value) return null;
    // The dots of an address belong to it: 198.18.3.4 is not 1981834.
    if (this.separators !== '' && foldKeeping(written, this.separators) !== this.folded) return null;
    return { text: dressed(this.value, written) };
  }
}

/** Emphasis inside a number is one more separator; inside a word it has no place any more. */
function dressed({ type, original }: MappedValue, written: string): string {
  const isNumber = /^[0-9]/.test(skeletonOf(written));
  return entityType(type).dress(original, isNumber ? written : written.replace(/[*_`~]/g, ''));
}

const FAMILIAR = '老小阿大';
const TITLE_LENGTH_MAX = Math.max(...titles.map(({ length }) => length));
const titleSet = new Set(titles);

/** A surname that means a person only with a title or a familiar word: 李总, 老李. Never alone. */
export class SurnamePattern implements Pattern {
  constructor(
    private readonly original: string,
    private readonly blockedForms: ReadonlySet<string>,
  ) {}

  replacement(_written: string, place: Place): Replacement | null {
    const weakForm = surnameForm(place);
    if (weakForm === null || this.blockedForms.has(weakForm)) return null;
    return { text: this.original, weakForm };
  }
}

/** The form a surname stands in, 李总 or 老李; null when it stands in none, or inside other words (行李总重). */
export function surnameForm({ text, start, end }: Place): string | null {
  for (let length = TITLE_LENGTH_MAX; length > 0; length--) {
    const titleEnd = end + length;
    if (titleEnd > text.length || !titleSet.has(text.slice(end, titleEnd))) continue;
    if (isWordBreak(text, start) && isWordBreak(text, titleEnd)) return text.slice(start, titleEnd);
  }
  if (start === 0 || !FAMILIAR.includes(text[start - 1] as string)) return null;
  return isWordBreak(text, start - 1) && isWordBreak(text, end) ? text.slice(start - 1, end) : null;
}

/** Whether a writing is a surname in such a form: it must then stand as a word of its own. */
export function isSurnameForm(written: string): boolean {
  if (!/^\p{Script=Han}{2,7}$/u.test(written)) return false;
  if (written.length <= 3 && FAMILIAR.includes(written[0] as string)) return true;
  return [1, 2].some((surname) => titleSet.has(written.slice(surname)));
}
