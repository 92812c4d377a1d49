import type { MaskedText, Piece, Range } from './masked-text';
import { ValuePattern } from './patterns';
import type { RequestMap } from './request-map';
import { replaceMatches, type Match, type Pattern } from './restorer';
import type { DecidedSpan } from './draft';

/** What must change before a masked text may leave. */
export interface Findings {
  /** Literal text that would be taken for a surrogate, or an original that was not found there: to be masked as well. */
  readonly captures: readonly DecidedSpan[];
  /** Original ranges that do not come back by themselves. */
  readonly contexts: readonly Pick<DecidedSpan, 'start' | 'end' | 'form'>[];
  /** Partial forms, such as 李总 or 164****7823, that stand in the text for something else. */
  readonly blocked: readonly string[];
}

/** What is mapped away although it is of no type: text that only together with its neighbor looks like a surrogate. */
const UNTYPED = 'LITERAL';
const NOTHING: Findings = { captures: [], contexts: [], blocked: [] };

/**
 * Compares what restoring a masked text gives with what it should give, and tells why they differ.
 * @param index place of the text in the request
 * @param surnameForms forms that were sent for surnames of this request
 */
export function findProblems(
  text: MaskedText,
  index: number,
  map: RequestMap,
  surnameForms: ReadonlySet<string>,
): Findings {
  const leaks = map.leaks(text.masked);
  const isRestored = map.restore(text.masked, index).text === text.expected;
  if (isRestored && leaks.length === 0) return NOTHING;

  const captures: DecidedSpan[] = [];
  const contexts: DecidedSpan[] = [];
  const blocked: string[] = [];
  for (const { pattern, ...place } of leaks) {
    captures.push(
      capture(text, place, { type: pattern.value.type, action: pattern.value.action as 'tokenize' }),
    );
  }
  if (isRestored) return { captures: disjoint(captures), contexts, blocked };

  const matches = map.matches(text.masked, index);
  for (const number of map.freeNumbers(text.masked, matches)) blocked.push(number.form);
  for (const match of matches) {
    const { from, to } = text.overlapped(match);
    if (from < to) {
      if (!isWithin(text, match, from, to) && !givesExpected(text, match)) {
        captures.push(capture(text, match, { type: UNTYPED, action: 'tokenize' }));
      }
    } else if (match.weakForm !== undefined && !surnameForms.has(match.weakForm)) {
      blocked.push(match.weakForm);
    } else {
      captures.push(literalCapture(text, match));
    }
  }
  for (const piece of unrestoredPieces(text, matches)) contexts.push(piece.span);
  const taken = disjoint(captures);
  const isTaken = ({ start, end }: Range) => taken.some((span) => start < span.end && span.start < end);
  return { captures: taken, contexts: contexts.filter((context) => !isTaken(context)), blocked };
}

function literalCapture(text: MaskedText, match: Match<Pattern>): DecidedSpan {
  if (match.weakForm !== undefined)
    return capture(text, match, { type: 'PERSON', action: 'tokenize', form: 'surname' });
  const type = match.pattern instanceof ValuePattern ? match.pattern.value?.type : undefined;
  return capture(text, match, { type: type ?? UNTYPED, action: 'tokenize' });
}

function capture(
  text: MaskedText,
  { start, end }: Range,
  what: Pick<DecidedSpan, 'type' | 'action' | 'form'>,
): DecidedSpan {
  return { ...what, ...text.originalRange({ start, end }) };
}

function isWithin(text: MaskedText, match: Range, from: number, to: number): boolean {
  const place = text.places[from] as Range;
  return to === from + 1 && match.start >= place.start && match.end <= place.end;
}

/** Whether a match that reaches beyond one piece restores all it covers rightly, as a context does. */
function givesExpected(text: MaskedText, match: Match<Pattern>): boolean {
  const range = text.originalRange(match);
  const { masked, expected } = text.form(range);
  return masked === text.masked.slice(match.start, match.end) && expected === match.replacement;
}

function unrestoredPieces(text: MaskedText, matches: readonly Match<Pattern>[]): Piece[] {
  let next = 0;
  return text.pieces.filter((piece, index) => {
    const place = text.places[index] as Range;
    while (next < matches.length && (matches[next] as Range).end <= place.start) next++;
    const touching: Match<Pattern>[] = [];
    for (let at = next; at < matches.length && (matches[at] as Range).start < place.end; at++) {
      touching.push(matches[at] as Match<Pattern>);
    }
    return !isPieceRestored(text, piece, place, touching);
  });
}

function isPieceRestored(
  text: MaskedText,
  piece: Piece,
  place: Range,
  touching: readonly Match<Pattern>[],
): boolean {
  if (touching.some((match) => match.start < place.start || match.end > place.end)) {
    return touching.every((match) => givesExpected(text, match));
  }
  const within = touching.map(({ start, end, replacement }) => ({
    start: start - place.start,
    end: end - place.start,
    replacement,
  }));
  return replaceMatches(piece.masked, within) === piece.expected;
}

/** The first of those that overlap, in text order. */
function disjoint(spans: DecidedSpan[]): DecidedSpan[] {
  const kept: DecidedSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}
