import { entityType } from '@gw/detection';
import { Skeleton, type Notation } from './skeleton';
import { UrlRule } from './url-rule';
import { ValueSearch } from './value-search';
import { WeakForms } from './weak-forms';

/** One surface form of a surrogate in a request, and what it stands for. */
export interface SurfaceForm {
  readonly type: string;
  /** As it was sent to the model. */
  readonly surrogate: string;
  /** As it stood in the request, byte for byte. */
  readonly original: string;
  readonly canonicalSurrogate: string;
  readonly canonicalOriginal: string;
}

export interface RestoredText {
  readonly text: string;
  /** Full surrogates that were replaced. */
  readonly restored: number;
  /** Partial ones, such as a surname with a title. */
  readonly weak: number;
  /** Surrogates that were recognized and left, because restoring them would be a guess or a leak. */
  readonly unrestored: number;
}

/** What a request's map is made from. */
export interface RequestMapInput {
  readonly forms: readonly SurfaceForm[];
  /** Surrogate surname → original surname, for titles and nicknames. */
  readonly surnames: ReadonlyMap<string, string>;
  /** The request's texts with everything of ours cut out: what stands there literally is not ours. */
  readonly residue: readonly string[];
  /** Surrogates that touch further digits or letters where they stand in the request. */
  readonly glued: ReadonlySet<string>;
  /** Values that must not be in the bytes that leave. */
  readonly protectedValues: readonly string[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Shorter values occur by chance. */
const LEAK_LENGTH_MIN = 6;

/**
 * The mappings of one request. Nothing else is ever restored: not what other requests of the tenant mapped, and not
 * what a model guesses.
 */
export class RequestMap {
  private readonly forms: readonly SurfaceForm[];
  private readonly bySurface: ReadonlyMap<string, SurfaceForm>;
  private readonly search: ValueSearch;
  private readonly weakForms: WeakForms;
  private readonly urls: UrlRule;
  private readonly protectedValues: readonly string[];

  constructor({ forms, surnames, residue, glued, protectedValues }: RequestMapInput) {
    this.bySurface = new Map(forms.map((form) => [form.surrogate, form]));
    this.forms = [...this.bySurface.values()];
    const canonical = this.forms.map((form) => form.canonicalSurrogate);
    const surfaces = this.forms.map(({ surrogate }) => surrogate);
    this.search = new ValueSearch([...surfaces, ...canonical], (value) => glued.has(surfaces[value] ?? ''));
    this.weakForms = new WeakForms(this.forms, surnames, residue);
    this.urls = new UrlRule(residue);
    this.protectedValues = protectedValues;
  }

  get isEmpty(): boolean {
    return this.forms.length === 0 && this.weakForms.isEmpty;
  }

  /** The surrogate map of the API: one entry per surface form. */
  surrogates(): Record<string, string> {
    return Object.fromEntries(this.forms.map(({ surrogate, original }) => [surrogate, original]));
  }

  surfaceForms(): readonly SurfaceForm[] {
    return this.forms;
  }

  /**
   * Puts originals back. One pass; what was put in is never looked at again. An exact surrogate becomes its original
   * verbatim, a reformatted one the original's value in the text's own separators, width and escapes.
   */
  restore(text: string): RestoredText {
    if (this.isEmpty) return { text, restored: 0, weak: 0, unrestored: 0 };
    const found = this.search.findIn(new Skeleton(text));
    const isAllowed = this.urls.allows(text);
    const strong = found.filter(({ start }) => isAllowed(start));
    const edits = strong.map(({ value, start, end, notation }) => ({
      start,
      end,
      text: this.replacement(value, text.slice(start, end), notation),
    }));
    const weak = this.weakForms.find(text, found).filter(({ start }) => isAllowed(start));
    return {
      text: applyEdits(text, [...edits, ...weak]),
      restored: edits.length,
      weak: weak.length,
      unrestored: found.length - strong.length,
    };
  }

  /** The last look: true when a protected value of six characters or more stands whole in the bytes that would leave. */
  findLeak(outbound: string): boolean {
    const long = this.protectedValues.filter(({ length }) => length >= LEAK_LENGTH_MIN);
    return long.length > 0 && new ValueSearch(long).find(outbound).length > 0;
  }

  private replacement(value: number, written: string, notation: Notation): string {
    const form = this.forms[value % this.forms.length] as SurfaceForm;
    const exact = this.bySurface.get(written);
    if (exact) return exact.original;
    if (notation !== 'plain') return encode(form.canonicalOriginal, notation);
    return entityType(form.type).dress(form.canonicalOriginal, withoutEmphasis(written));
  }
}

/** @param edits disjoint, in any order */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let reached = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(reached, edit.start) + edit.text;
    reached = edit.end;
  }
  return result + text.slice(reached);
}

/** Markdown that breaks a value up is gone once the value is whole again. */
export function withoutEmphasis(written: string): string {
  return written.replace(/[*`_~]/g, '');
}

function encode(value: string, notation: Notation): string {
  switch (notation) {
    case 'json':
      return value.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 'html':
      return value.replace(/[^]/gu, (character) => `&#${character.codePointAt(0)};`);
    case 'url':
      return encodeURIComponent(value);
    case 'plain':
      return value;
  }
}
