import type { Finding } from '../entity-type';
import { HanNames, type Span } from './han-names';
import { keyedName, labeledNames } from './keyed-name';
import { foreignNames, latinNames } from './foreign-names';
import { surnameForms } from './surname-forms';
import { WordBreaks } from './word-breaks';

/**
 * Persons named in a text, sorted, not overlapping each other or the taken spans; each at 0.5 or above.
 * `shadowText` is the text folded to half width, of the same length; `taken` is sorted.
 */
export function recognizePersons(
  text: string,
  shadowText: string,
  taken: readonly { start: number; end: number }[],
  key?: string,
): Finding[] {
  const breaks = new WordBreaks(shadowText);
  const spans: Span[] = key === undefined ? [] : keyedName(shadowText, key);
  if (spans.length === 0) {
    spans.push(...foreignNames(shadowText, breaks), ...latinNames(shadowText));
    spans.push(...new HanNames(shadowText, breaks, taken).find());
    spans.push(...labeledNames(shadowText, breaks), ...surnameForms(shadowText, breaks));
  }
  return withoutOverlaps(spans, taken, text.length).map(finding);
}

function finding({ start, end, confidence, form }: Span): Finding {
  const shared = { type: 'PERSON', start, end, confidence, sensitivity: 'medium', secret: false } as const;
  return form === undefined ? shared : { ...shared, form };
}

/** The surest spans first, then the longer; what overlaps one that stays is dropped. */
function withoutOverlaps(
  spans: Span[],
  taken: readonly { start: number; end: number }[],
  length: number,
): Span[] {
  const isTaken = new Uint8Array(length);
  for (const { start, end } of taken) isTaken.fill(1, start, end);
  const kept: Span[] = [];
  const order = spans.sort(
    (a, b) => b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  for (const span of order) {
    let isFree = true;
    for (let i = span.start; i < span.end && isFree; i++) isFree = isTaken[i] === 0;
    if (!isFree) continue;
    isTaken.fill(1, span.start, span.end);
    kept.push(span);
  }
  return kept.sort((a, b) => a.start - b.start);
}
