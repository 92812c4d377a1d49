import { Injectable } from '@nestjs/common';
import { entityType, surrogateSurname } from '@gw/detection';
import { AppError } from '@gw/platform';
import { InboundTexts } from './inbound-texts';
import { findProblems, type Findings } from './self-check';
import { MaskedText, type Piece, type Range } from './masked-text';
import { surnameForm, type MappedValue } from './patterns';
import { RequestMap, type ProtectedValue, type SurfaceForm } from './request-map';
import { dressDistinctly, partlyMasked, redactionLabel } from './surface-form';
import { isIgnorableCharacter, Skeleton } from './skeleton';
import { SurrogateStore, type Original } from './surrogates';
import { TenantSecrets, type TenantKeys } from './tenant-secrets';

/** What is done with one finding. Offsets are UTF-16; `form` tells a surname that stands alone, as 王 in 王总. */
export interface DecidedSpan {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly action: 'tokenize' | 'redact' | 'mask' | 'pass' | 'block';
  readonly form?: 'surname';
}

/** A text and what was decided about it. Spans never overlap. */
export interface DecidedText {
  readonly text: string;
  readonly spans: DecidedSpan[];
  /** A JSON number: a number stands for a number, so digits stay digits. */
  readonly numeric?: boolean;
}

/** The texts as they may leave, in the order they came, and the way back. */
export interface TokenizedRequest {
  readonly texts: string[];
  readonly map: RequestMap;
}

/** What rounds of the self-check add to a text. */
interface Draft {
  readonly text: string;
  spans: readonly DecidedSpan[];
  /** Original ranges that only come back as a whole. */
  contexts: Range[];
}

const CAPTURE_ROUNDS = 3;
const ROUNDS_MAX = 8;
/** How far a context reaches at the first, second, … try, in characters on either side. */
const CONTEXT_REACH = [0, 2, 6, 16];

/** Findings and decisions in; masked texts and this request's map out. */
@Injectable()
export class Tokenizer {
  constructor(
    private readonly secrets: TenantSecrets,
    private readonly store: SurrogateStore,
  ) {}

  /**
   * Masks the texts of one request. When it returns, every new mapping is committed, and restoring each masked text
   * gives what came in, with irreversible spans replaced: anything that would not is mapped away in further rounds.
   * @throws AppError tokenstore_unavailable; surrogate_conflict when the rounds do not suffice
   */
  async tokenize(tenantId: string, texts: readonly DecidedText[]): Promise<TokenizedRequest> {
    const drafts: Draft[] = texts.map(({ text, spans }) => ({
      text,
      spans: actedUpon(text, spans),
      contexts: [],
    }));
    if (drafts.every(({ spans }) => spans.length === 0)) return unmasked(texts);
    const keys = await this.secrets.keys(tenantId);
    const blockedForms = new Set<string>();
    const inbound = new InboundTexts(texts.map(({ text }) => text));
    for (let round = 0, captures = 0; round < ROUNDS_MAX && captures <= CAPTURE_ROUNDS; round++) {
      const masker = await this.masker(keys, drafts, inbound);
      const masked = drafts.map((draft) => masker.mask(draft));
      const map = masker.map(drafts, masked, blockedForms);
      const findings = masked.map((text, index) => findProblems(text, index, map, masker.surnameForms));
      if (findings.every(isClean)) return { texts: masked.map((text) => text.masked), map };
      if (findings.some(({ captures: spans }) => spans.length > 0)) captures++;
      findings.forEach((found, index) => amend(drafts[index] as Draft, found, blockedForms));
    }
    throw new AppError('surrogate_conflict');
  }

  private async masker(keys: TenantKeys, drafts: readonly Draft[], inbound: InboundTexts): Promise<Masker> {
    const originals = new Map<string, Original>();
    for (const { text, spans } of drafts) {
      for (const span of spans) {
        if (!isReversible(span) || span.form === 'surname') continue;
        const original = originalOf(span, text);
        originals.set(keyOf(original), original);
      }
    }
    const lookalikes = await this.store.resolve(keys, [...originals.values()], (drawn) => inbound.has(drawn));
    const values = new Map<string, MappedValue>(
      [...originals].map(([key, { type, canonical }], index) => [
        key,
        { type, original: canonical, surrogate: lookalikes[index] as string },
      ]),
    );
    return new Masker(values, (surname) =>
      surrogateSurname(surname, this.store.drawSource(keys, { type: 'PERSON', canonical: surname }, 0)),
    );
  }
}

/** Writes the masked texts of one round and remembers what stands for what. */
class Masker {
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

  mask({ text, spans }: Draft): MaskedText {
    return new MaskedText(
      text,
      spans.map((span) => this.piece(span, text)),
    );
  }

  map(
    drafts: readonly Draft[],
    masked: readonly MaskedText[],
    blockedForms: ReadonlySet<string>,
  ): RequestMap {
    masked.forEach((text, index) => {
      this.addSurnameForms(text);
      for (const context of (drafts[index] as Draft).contexts) this.addContext(text, context);
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

  private piece(span: DecidedSpan, text: string): Piece {
    const surface = text.slice(span.start, span.end);
    if (span.form === 'surname') return this.surname(span, surface);
    const type = entityType(span.type);
    this.protectedValues.set(surface, { surface, type: span.type, action: span.action });
    if (isReversible(span)) return this.tokenized(span, surface, text);
    const masked = span.action === 'mask' && !type.secret ? partlyMasked(surface) : redactionLabel(type);
    return { span, surface, masked, expected: masked };
  }

  private tokenized(span: DecidedSpan, surface: string, text: string): Piece {
    const value = this.values.get(keyOf(originalOf(span, text))) as MappedValue;
    const masked = dressDistinctly(entityType(span.type), value, surface, (written) => {
      const known = this.forms.get(written);
      return known === undefined || (known.original === surface && known.value === value);
    });
    if (!this.forms.has(masked)) this.forms.set(masked, { surrogate: masked, original: surface, value });
    return { span, surface, masked, expected: surface };
  }

  private surname(span: DecidedSpan, surface: string): Piece {
    if (span.action !== 'tokenize') return { span, surface, masked: '某', expected: '某' };
    const masked = this.surrogateSurname(surface);
    if ((this.surnames.get(masked) ?? surface) !== surface) this.ambiguousSurnames.add(masked);
    this.surnames.set(masked, surface);
    return { span, surface, masked, expected: surface };
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
        isSurnameForm: true,
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
    for (let isGrowing = true; isGrowing; ) {
      // Whole units, whole tokens, whole pieces: the range may begin inside an escape or a number.
      const { from, to } = skeleton.wholeTokens(start, end);
      if (from === to) return;
      const wider = text.form(text.originalRange(skeleton.rangeOf(from, to))).place;
      isGrowing = wider.start < start || wider.end > end;
      ({ start, end } = wider);
    }
    const { masked, expected } = text.form(text.originalRange({ start, end }));
    const { from, to } = skeleton.wholeTokens(start, end);
    if (masked === expected || this.forms.has(masked)) return;
    this.forms.set(masked, { surrogate: masked, original: expected, skeleton: skeleton.slice(from, to) });
  }
}

/** Spans in text order that change the text. @throws AppError surrogate_conflict when they are not disjoint places of it */
function actedUpon(text: string, spans: readonly DecidedSpan[]): DecidedSpan[] {
  const acted = spans
    .filter(({ action }) => action !== 'pass')
    .map((span) => visiblePart(text, span))
    .sort((a, b) => a.start - b.start);
  let reached = 0;
  for (const { start, end } of acted) {
    if (!(start >= reached && end > start && end <= text.length)) throw new AppError('surrogate_conflict');
    reached = end;
  }
  return acted;
}

/** A span without the marks at its ends that show nothing. */
function visiblePart(text: string, span: DecidedSpan): DecidedSpan {
  let { start, end } = span;
  while (start < end - 1 && isIgnorableCharacter(text[start] as string)) start++;
  while (end > start + 1 && isIgnorableCharacter(text[end - 1] as string)) end--;
  return { ...span, start, end };
}

function isReversible({ type, action }: DecidedSpan): boolean {
  if (action !== 'tokenize') return false;
  const { reversible, secret } = entityType(type);
  return reversible && !secret;
}

function originalOf({ type, start, end }: DecidedSpan, text: string): Original {
  const surface = text.slice(start, end);
  return { type, canonical: entityType(type).canonical(surface) || surface };
}

function keyOf({ type, canonical }: Original): string {
  return `${type}\0${canonical}`;
}

function isClean({ captures, contexts, blocked }: Findings): boolean {
  return captures.length === 0 && contexts.length === 0 && blocked.length === 0;
}

/** Adds what a round found out: spans that take the place of those they overlap, wider contexts, forms that mean something else. */
function amend(draft: Draft, { captures, contexts, blocked }: Findings, blockedForms: Set<string>): void {
  for (const capture of captures) {
    const kept = draft.spans.filter(({ start, end }) => end <= capture.start || start >= capture.end);
    draft.spans = [...kept, capture].sort((a, b) => a.start - b.start);
  }
  for (const { start, end, form } of contexts) {
    const tried = draft.contexts.filter((context) => context.start <= start && context.end >= end).length;
    // A surname never comes back as a lone character.
    const reach = CONTEXT_REACH[form === 'surname' ? tried + 1 : tried];
    if (reach === undefined) throw new AppError('surrogate_conflict');
    const context = widened(draft.text, { start, end }, reach);
    if (form === 'surname' && context.end - context.start === end - start)
      throw new AppError('surrogate_conflict');
    draft.contexts.push(context);
  }
  for (const form of blocked) blockedForms.add(form);
}

function widened(text: string, { start, end }: Range, reach: number): Range {
  return { start: Math.max(0, start - reach), end: Math.min(text.length, end + reach) };
}

function unmasked(texts: readonly DecidedText[]): TokenizedRequest {
  const map = new RequestMap({
    forms: [],
    surnames: new Map(),
    protectedValues: [],
    sent: [],
    writings: new Map(),
    blockedForms: new Set(),
  });
  return { texts: texts.map(({ text }) => text), map };
}
