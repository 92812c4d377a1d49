import { entityType } from '@gw/detection';
import { AppError } from '@gw/platform';
import type { Range } from './masked-text';
import type { Findings } from './self-check';
import { isIgnorableCharacter } from './skeleton';
import type { Original } from './surrogates';

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

/** A span that changes the text. */
export interface Edit extends DecidedSpan {
  readonly surface: string;
  /** The value it stands for. */
  readonly original: Original;
  /** Whether it is replaced by something that comes back. */
  readonly isReversible: boolean;
}

/** How far a context reaches at the first, second, … try, in characters on either side. */
const CONTEXT_REACH = [0, 2, 6, 16];

/** A text on its way through the rounds of masking. */
export class Draft {
  /** Original ranges that only come back as a whole. */
  readonly contexts: Range[] = [];
  /** The text only comes back where a whole text is this one, such as a lone surname. */
  isWhole = false;
  /** In text order, disjoint. */
  edits: readonly Edit[];
  private readonly tries = new Map<number, number>();

  /** @throws AppError surrogate_conflict when the spans are not disjoint places of the text */
  constructor(
    readonly text: string,
    spans: readonly DecidedSpan[],
  ) {
    this.edits = disjointSpans(text, spans).map((span) => toEdit(text, span));
  }

  /**
   * Takes over what a round found out: spans that replace those they overlap, and wider contexts.
   * @throws AppError surrogate_conflict when there is nothing left to try
   */
  amend({ captures, contexts }: Findings): void {
    if (captures.length > 0) {
      const edits = captures.map((span) => toEdit(this.text, span));
      // What was never found to be personal data must not be lost.
      if (edits.some(({ action, isReversible }) => action === 'tokenize' && !isReversible)) {
        throw new AppError('surrogate_conflict');
      }
      this.edits = replaced(this.edits, edits);
    }
    for (const context of contexts) this.widen(context);
  }

  private widen({ start, end, form }: Findings['contexts'][number]): void {
    // A surname never comes back as a lone character.
    const tried = this.tries.get(start) ?? (form === 'surname' ? 1 : 0);
    const reach = CONTEXT_REACH[tried];
    if (reach === undefined) throw new AppError('surrogate_conflict');
    this.tries.set(start, tried + 1);
    if (this.contexts.some((context) => context.start === 0 && context.end === this.text.length))
      this.isWhole = true;
    this.contexts.push({ start: Math.max(0, start - reach), end: Math.min(this.text.length, end + reach) });
  }
}

/** Spans that change the text, in text order. */
function disjointSpans(text: string, spans: readonly DecidedSpan[]): DecidedSpan[] {
  const acted = spans.filter(({ action }) => action !== 'pass').sort((a, b) => a.start - b.start);
  let reached = 0;
  for (const { start, end } of acted) {
    if (!(start >= reached && end > start && end <= text.length)) throw new AppError('surrogate_conflict');
    reached = end;
  }
  return acted;
}

function toEdit(text: string, span: DecidedSpan): Edit {
  const { start, end } = visiblePart(text, span);
  const surface = text.slice(start, end);
  const type = entityType(span.type);
  const canonical = type.canonical(surface) || surface;
  // A single character stands everywhere: its look-alike could not be told from other text.
  const isSingle = [...canonical].length === 1;
  // A name of one character is a surname, whatever found it.
  const form = span.form ?? (isSingle && span.type === 'PERSON' ? 'surname' : undefined);
  const isReversible =
    span.action === 'tokenize' && type.reversible && !type.secret && (form === 'surname' || !isSingle);
  return { ...span, start, end, form, surface, original: { type: span.type, canonical }, isReversible };
}

/** A span without the marks at its ends that show nothing. */
function visiblePart(text: string, span: DecidedSpan): Range {
  let { start, end } = span;
  while (start < end - 1 && isIgnorableCharacter(text[start] as string)) start++;
  while (end > start + 1 && isIgnorableCharacter(text[end - 1] as string)) end--;
  return { start, end };
}

/** @param captures in text order, disjoint */
function replaced(edits: readonly Edit[], captures: readonly Edit[]): Edit[] {
  let next = 0;
  const kept = edits.filter(({ start, end }) => {
    while (next < captures.length && (captures[next] as Edit).end <= start) next++;
    return next === captures.length || (captures[next] as Edit).start >= end;
  });
  return [...kept, ...captures].sort((a, b) => a.start - b.start);
}
