import { entityType } from '@gw/detection';
import type { Draft, Edit } from './draft';
import { MaskedText, type Piece, type Range } from './masked-text';
import { surnameForm, type MappedValue } from './patterns';
import { RequestMap, type ProtectedValue, type SurfaceForm } from './request-map';
import { Skeleton } from './skeleton';
import { dressDistinctly, partlyMasked, redactionLabel } from './surface-form';
import type { Original } from './surrogates';

/** What a redacted surname leaves of 王总. */
const SOMEBODY = '某';

/** Writes the masked texts of one round and remembers what stands for what. */
export class Masker {
  /** 李总 and the like that were sent for a surname of the request. */
  readonly surnameForms = new Set<string>();
  private readonly forms = new Map<string, SurfaceForm>();
  private readonly surnames = new Map<string, string>();
  private readonly ambiguousSurnames = new Set<string>();
  private readonly protectedValues = new Map<string, ProtectedValue>();

  constructor(
    private readonly values: ReadonlyMap<string, MappedValue>,
    private readonly surrogateSurname: (surname: string) => string,
  ) {}

  mask({ text, edits }: Draft): MaskedText {
    return new MaskedText(
      text,
      edits.map((edit) => this.piece(edit)),
    );
  }

  map(
    drafts: readonly Draft[],
    masked: readonly MaskedText[],
    blockedForms: ReadonlySet<string>,
  ): RequestMap {
    masked.forEach((text, index) => {
      this.addSurnameForms(text);
      const { contexts, isWhole } = drafts[index] as Draft;
      for (const context of contexts) this.addContext(text, context);
      if (isWhole && !this.forms.has(text.masked)) {
        this.forms.set(text.masked, { surrogate: text.masked, original: text.expected, only: 'whole text' });
      }
    });
    for (const surname of this.ambiguousSurnames) this.surnames.delete(surname);
    return new RequestMap({
      forms: [...this.forms.values()],
      surnames: this.surnames,
      protectedValues: [...this.protectedValues.values()],
      sent: masked.map((text) => text.masked),
      writings: this.sharedWritings(masked),
      blockedForms,
    });
  }

  private piece(edit: Edit): Piece {
    if (edit.form === 'surname') return this.surname(edit);
    const { surface, original, action } = edit;
    const type = entityType(edit.type);
    // An overlooked occurrence is treated as this one.
    const treatment = action === 'tokenize' && !edit.isReversible ? 'redact' : action;
    for (const written of [surface, original.canonical]) {
      this.protectedValues.set(written, { surface: written, type: edit.type, action: treatment });
    }
    if (edit.isReversible) return this.tokenized(edit);
    const masked = action === 'mask' && !type.secret ? partlyMasked(surface) : redactionLabel(type);
    return { span: edit, surface, masked, expected: masked };
  }

  private tokenized(edit: Edit): Piece {
    const { surface } = edit;
    const value = this.values.get(keyOf(edit.original)) as MappedValue;
    const masked = dressDistinctly(entityType(edit.type), value, surface, (written) => {
      const known = this.forms.get(written);
      return known === undefined || (known.original === surface && known.value === value);
    });
    if (!this.forms.has(masked)) this.forms.set(masked, { surrogate: masked, original: surface, value });
    return { span: edit, surface, masked, expected: surface };
  }

  private surname(edit: Edit): Piece {
    const { surface } = edit;
    if (!edit.isReversible) return { span: edit, surface, masked: SOMEBODY, expected: SOMEBODY };
    const masked = this.surrogateSurname(surface);
    if ((this.surnames.get(masked) ?? surface) !== surface) this.ambiguousSurnames.add(masked);
    this.surnames.set(masked, surface);
    return { span: edit, surface, masked, expected: surface };
  }

  /** The caller's map holds a surname in its form, never a lone character. */
  private addSurnameForms(text: MaskedText): void {
    text.pieces.forEach(({ span, surface, masked }, index) => {
      if (span.form !== 'surname' || span.action !== 'tokenize') return;
      const place = text.places[index] as Range;
      const form = surnameForm({ text: text.masked, ...place });
      if (form === null || this.forms.has(form)) return;
      this.surnameForms.add(form);
      this.forms.set(form, {
        surrogate: form,
        original: form.replace(masked, () => surface),
        only: 'as a surname',
      });
    });
  }

  /** Writings that stand for more than one surface form: their originals in text order, for each text. */
  private sharedWritings(masked: readonly MaskedText[]): Map<string, string[][]> {
    const shared = new Map<string, string[][]>();
    for (const { pieces } of masked) {
      for (const { surface, masked: written } of pieces) {
        const form = this.forms.get(written);
        if (form?.value && form.original !== surface) shared.set(written, []);
      }
    }
    if (shared.size === 0) return shared;
    masked.forEach(({ pieces }, index) => {
      for (const { surface, masked: written } of pieces) {
        const texts = shared.get(written);
        if (texts) (texts[index] ??= []).push(surface);
      }
    });
    return shared;
  }

  /** What touches a value, or tells a lone surname, is looked for together with it, exactly as it was sent. */
  private addContext(text: MaskedText, context: Range): void {
    const skeleton = new Skeleton(text.masked);
    let { start, end } = text.form(text.whole(context)).place;
    for (let isGrowing = true; isGrowing;) {
      // Whole units, whole tokens, whole pieces: the range may begin inside an escape or a number.
      const { from, to } = skeleton.wholeTokens(start, end);
      if (from === to) return;
      const wider = text.form(text.originalRange(skeleton.rangeOf(from, to))).place;
      isGrowing = wider.start < start || wider.end > end;
      ({ start, end } = wider);
    }
    const { masked, expected } = text.form(text.originalRange({ start, end }));
    const { from, to } = skeleton.wholeTokens(start, end);
    const slice = skeleton.slice(from, to);
    if (masked === expected || this.forms.has(masked) || this.isSurname(slice)) return;
    this.forms.set(masked, { surrogate: masked, original: expected, skeleton: slice });
  }

  /** Separators around a surname do not make it more than a lone character. */
  private isSurname(skeleton: string): boolean {
    return this.surnames.has(skeleton) || this.ambiguousSurnames.has(skeleton);
  }
}

/** Names an original within a request. */
export function keyOf({ type, canonical }: Original): string {
  return `${type}\0${canonical}`;
}
