import { Injectable } from '@nestjs/common';
import { entityType } from '@gw/detection';
import { AppError } from '@gw/platform';
import { leftmostLongest } from './aho-corasick';
import { applyEdits, RequestMap, type SurfaceForm } from './request-map';
import { Skeleton } from './skeleton';
import { SurrogateStore, type Original } from './surrogates';
import { TenantSecrets, type TenantKeys } from './tenant-secrets';
import { ValueSearch } from './value-search';

/** What is done with one finding. `form` tells a surname that stands alone, as 王 in 王总. */
export interface DecidedSpan {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly action: 'tokenize' | 'redact' | 'mask' | 'pass' | 'block';
  readonly form?: 'surname';
}

/** A text and its spans: UTF-16 offsets, ascending, disjoint. */
export interface DecidedText {
  readonly text: string;
  readonly spans: DecidedSpan[];
  readonly numeric?: boolean;
}

/** The texts as they may leave, and the way back. */
export interface TokenizedRequest {
  readonly texts: string[];
  readonly map: RequestMap;
}

interface Capture {
  readonly texts: string[];
  /** What `restore` must give for each text: the original, with irreversible spans replaced. */
  readonly expected: string[];
  readonly map: RequestMap;
}

const ROUNDS_MAX = 3;
const CUT = '\uffff';
/** Shorter values occur by chance, so only longer ones are looked for where detection did not see them. */
const REPEAT_LENGTH_MIN = 6;
const SURNAME_LABEL = '某';
const WORD = /[0-9A-Za-z０-９Ａ-Ｚａ-ｚ]/;

/** Findings and decisions in, masked texts and this request's map out. */
@Injectable()
export class Tokenizer {
  constructor(
    private readonly secrets: TenantSecrets,
    private readonly store: SurrogateStore,
  ) {}

  /**
   * Masks the texts of one request. Before anything is returned, `restore(masked)` was found equal to what came in;
   * a look-alike that also stands literally in the request is mapped away itself.
   * @throws AppError tokenstore_unavailable, surrogate_conflict
   */
  async tokenize(tenantId: string, texts: readonly DecidedText[]): Promise<TokenizedRequest> {
    if (texts.every(({ spans }) => spans.every(({ action }) => action === 'pass'))) {
      return { texts: texts.map(({ text }) => text), map: emptyMap() };
    }
    const keys = await this.secrets.keys(tenantId);
    let decided = withRepeats(texts);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const capture = await this.capture(keys, decided);
      const literal = withLiteralSurrogates(decided, capture.map);
      if (literal) decided = literal;
      else if (
        capture.texts.every((text, index) => capture.map.restore(text).text === capture.expected[index])
      ) {
        return { texts: capture.texts, map: capture.map };
      } else decided = decided.map(withoutSurnameForms);
    }
    throw new AppError('surrogate_conflict');
  }

  private async capture(keys: TenantKeys, texts: readonly DecidedText[]): Promise<Capture> {
    const originals = distinctOriginals(texts);
    const inbound = texts.map(({ text }) => new Skeleton(text).text).join(CUT);
    const values = new Set([...originals.values()].map(({ canonical }) => canonical));
    const lookalikes = await this.store.resolve(
      keys,
      [...originals.values()],
      (lookalike) => values.has(lookalike) || inbound.includes(new Skeleton(lookalike).text),
    );
    const lookalikeOf = new Map(
      [...originals.keys()].map((key, index) => [key, lookalikes[index] as string]),
    );
    const writer = new MaskWriter((type, surface, isSurname) => {
      const original = originalOf(type, surface);
      return isSurname
        ? (entityType(type).draw(original.canonical, this.store.drawSource(keys, original, 0)) ??
            SURNAME_LABEL)
        : (lookalikeOf.get(keyOf(original)) as string);
    });
    const written = texts.map((text) => writer.write(text));
    return {
      texts: written.map(({ masked }) => masked),
      expected: written.map(({ expected }) => expected),
      map: writer.map(),
    };
  }
}

/** Writes masked texts and remembers what stands for what. */
class MaskWriter {
  private readonly forms = new Map<string, SurfaceForm>();
  private readonly surnames = new Map<string, string>();
  private readonly residue: string[] = [];
  private readonly glued = new Set<string>();
  private readonly protectedValues = new Set<string>();

  constructor(private readonly lookalike: (type: string, surface: string, isSurname: boolean) => string) {}

  write({ text, spans }: DecidedText): { readonly masked: string; readonly expected: string } {
    const acted = spans.filter(({ action }) => action !== 'pass');
    const edits = acted.map((span) => ({
      ...span,
      ...this.replacement(span, text.slice(span.start, span.end)),
    }));
    this.residue.push(
      applyEdits(
        text,
        acted.map(({ start, end }) => ({ start, end, text: CUT })),
      ),
    );
    const masked = applyEdits(
      text,
      edits.map(({ start, end, masked: put }) => ({ start, end, text: put })),
    );
    this.noteGlued(masked, edits);
    return {
      masked,
      expected: applyEdits(
        text,
        edits.map(({ start, end, expected }) => ({ start, end, text: expected })),
      ),
    };
  }

  /** A value that touches its neighbors in the request itself is recognized even so when it comes back. */
  private noteGlued(masked: string, edits: readonly { start: number; end: number; masked: string }[]): void {
    let shift = 0;
    for (const { start, end, masked: put } of edits) {
      const from = start + shift;
      const to = from + put.length;
      if (WORD.test(masked[from - 1] ?? '') || WORD.test(masked[to] ?? '')) this.glued.add(put);
      shift += put.length - (end - start);
    }
  }

  map(): RequestMap {
    return new RequestMap({
      forms: [...this.forms.values()],
      surnames: this.surnames,
      residue: this.residue,
      glued: this.glued,
      protectedValues: [...this.protectedValues],
    });
  }

  private replacement(
    span: DecidedSpan,
    surface: string,
  ): { readonly masked: string; readonly expected: string } {
    const type = entityType(span.type);
    if (span.form !== 'surname') this.protectedValues.add(surface).add(type.canonical(surface));
    if (span.action === 'mask') return same(partlyMasked(surface));
    if (span.action !== 'tokenize' || !type.reversible) {
      return same(span.form === 'surname' ? SURNAME_LABEL : `[${type.label}]`);
    }
    const lookalike = this.lookalike(span.type, surface, span.form === 'surname');
    if (span.form === 'surname') {
      this.surnames.set(lookalike, surface);
      return { masked: lookalike, expected: surface };
    }
    return this.form(span.type, surface, type.dress(lookalike, surface), lookalike);
  }

  /** Two writings of one value may get one surrogate; the first writing is then the one that comes back. */
  private form(
    type: string,
    surface: string,
    surrogate: string,
    canonicalSurrogate: string,
  ): { readonly masked: string; readonly expected: string } {
    const known = this.forms.get(surrogate);
    if (known) return { masked: surrogate, expected: known.original };
    const canonicalOriginal = entityType(type).canonical(surface);
    this.forms.set(surrogate, { type, surrogate, original: surface, canonicalSurrogate, canonicalOriginal });
    return { masked: surrogate, expected: surface };
  }
}

function same(text: string): { readonly masked: string; readonly expected: string } {
  return { masked: text, expected: text };
}

/** `138****5678`: a third of the letters and digits stays at the ends, at most three before and four after. */
function partlyMasked(surface: string): string {
  const characters = [...surface];
  const places = characters.flatMap((character, index) => (/[\p{L}\p{N}]/u.test(character) ? [index] : []));
  const head = Math.min(3, Math.floor(places.length / 3));
  const tail = Math.min(4, Math.floor(places.length / 3));
  const hidden = new Set(places.slice(Math.max(head, places.length > 2 ? head : 1), places.length - tail));
  return characters.map((character, index) => (hidden.has(index) ? '*' : character)).join('');
}

function distinctOriginals(texts: readonly DecidedText[]): Map<string, Original> {
  const originals = new Map<string, Original>();
  for (const { text, spans } of texts) {
    for (const { type, start, end, action, form } of spans) {
      if (action !== 'tokenize' || form === 'surname' || !entityType(type).reversible) continue;
      const original = originalOf(type, text.slice(start, end));
      originals.set(keyOf(original), original);
    }
  }
  return originals;
}

function originalOf(type: string, surface: string): Original {
  return { type, canonical: entityType(type).canonical(surface) };
}

function keyOf({ type, canonical }: Original): string {
  return `${type}\0${canonical}`;
}

/** A value that was found once is treated the same wherever else it stands in the request. */
function withRepeats(texts: readonly DecidedText[]): DecidedText[] {
  const seen = new Map<string, DecidedSpan>();
  for (const { text, spans } of texts) {
    for (const span of spans) {
      const surface = text.slice(span.start, span.end);
      if (span.action !== 'pass' && span.form !== 'surname' && surface.length >= REPEAT_LENGTH_MIN) {
        seen.set(entityType(span.type).canonical(surface), span).set(surface, span);
      }
    }
  }
  return seen.size === 0
    ? [...texts]
    : withSpansAt(texts, [...seen.keys()], (value) => seen.get(value)!).texts;
}

/** @returns the texts with spans for surrogates that stand in them literally, or null when none does */
function withLiteralSurrogates(texts: readonly DecidedText[], map: RequestMap): DecidedText[] | null {
  const surrogates = map.surfaceForms();
  const { texts: extended, added } = withSpansAt(
    texts,
    surrogates.map(({ surrogate }) => surrogate),
    (_, index) => ({ type: (surrogates[index] as SurfaceForm).type, action: 'tokenize' }),
  );
  return added > 0 ? extended : null;
}

function withSpansAt(
  texts: readonly DecidedText[],
  values: readonly string[],
  spanOf: (value: string, index: number) => Pick<DecidedSpan, 'type' | 'action'>,
): { readonly texts: DecidedText[]; readonly added: number } {
  const search = new ValueSearch(values);
  let added = 0;
  const extended = texts.map((decided) => {
    const free = search
      .find(decided.text)
      .filter(({ start, end }) => !decided.spans.some((span) => start < span.end && span.start < end));
    if (free.length === 0) return decided;
    added += free.length;
    const spans = free.map(({ value, start, end }) => {
      const { type, action } = spanOf(values[value] as string, value);
      return { type, action, start, end };
    });
    return { ...decided, spans: leftmostLongest([...decided.spans, ...spans]) };
  });
  return { texts: extended, added };
}

/** The last resort for a surname that cannot be brought back for certain: it leaves as 某, and stays so. */
function withoutSurnameForms(text: DecidedText): DecidedText {
  return {
    ...text,
    spans: text.spans.map((span) => (span.form === 'surname' ? { ...span, action: 'redact' } : span)),
  };
}

function emptyMap(): RequestMap {
  return new RequestMap({
    forms: [],
    surnames: new Map(),
    residue: [],
    glued: new Set(),
    protectedValues: [],
  });
}
