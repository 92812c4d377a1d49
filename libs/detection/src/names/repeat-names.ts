import type { DetectionInput, Finding } from '../entity-type';
import { isHan, WordBreaks } from './word-breaks';

/** A two-character name is looked for elsewhere only when it was this sure. */
const SHORT_NAME_CONFIDENCE = 0.7;
const REPEAT_CONFIDENCE = 0.8;

/**
 * Finds every further occurrence of the names of a request: a name that is masked in one place must not leave in
 * another. `findings` are those of each input, sorted; so are the returned ones. Time is linear in the texts.
 */
export function repeatNames(inputs: readonly DetectionInput[], findings: readonly Finding[][]): Finding[][] {
  const names = new Map<string, Finding>();
  inputs.forEach(({ text }, i) => {
    for (const finding of findings[i]!) {
      if (!isRepeatable(finding, text)) continue;
      const name = text.slice(finding.start, finding.end);
      if ((names.get(name)?.confidence ?? 0) < finding.confidence) names.set(name, finding);
    }
  });
  if (names.size === 0) return findings.map((list) => [...list]);
  const lengthsByFirst = new Map<number, number[]>();
  for (const name of names.keys()) {
    const lengths = lengthsByFirst.get(name.charCodeAt(0)) ?? [];
    if (!lengths.includes(name.length)) lengths.push(name.length);
    lengthsByFirst.set(
      name.charCodeAt(0),
      lengths.sort((a, b) => b - a),
    );
  }
  return inputs.map(({ text }, i) => withRepeats(text, findings[i]!, names, lengthsByFirst));
}

function isRepeatable({ type, form, start, end, confidence }: Finding, text: string): boolean {
  if (type !== 'PERSON' || form !== undefined || confidence < 0.5) return false;
  if (end - start === 2 && isHan(text.charCodeAt(start))) return confidence >= SHORT_NAME_CONFIDENCE;
  return end - start >= 2 && end - start <= 32;
}

function withRepeats(
  text: string,
  findings: readonly Finding[],
  names: ReadonlyMap<string, Finding>,
  lengthsByFirst: ReadonlyMap<number, readonly number[]>,
): Finding[] {
  const repeats: Finding[] = [];
  let breaks: WordBreaks | undefined;
  let next = 0;
  for (let i = 0; i < text.length; i++) {
    while (next < findings.length && findings[next]!.end <= i) next++;
    const taken = findings[next];
    if (taken && taken.start <= i) {
      i = taken.end - 1;
      continue;
    }
    for (const length of lengthsByFirst.get(text.charCodeAt(i)) ?? []) {
      const end = i + length;
      if (end > text.length || (taken && taken.start < end)) continue;
      const found = names.get(text.slice(i, end));
      if (!found || !standsAlone(text, i, end)) continue;
      if (length === 2) {
        breaks ??= new WordBreaks(text);
        breaks.prepare(i);
        if (breaks.isInside(i) || breaks.isInside(end)) continue;
      }
      repeats.push({ ...found, start: i, end, confidence: Math.min(found.confidence, REPEAT_CONFIDENCE) });
      i = end - 1;
      break;
    }
  }
  if (repeats.length === 0) return [...findings];
  return [...findings, ...repeats].sort((a, b) => a.start - b.start);
}

/** A Latin name is not found inside a longer word. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isWord = (offset: number) => /[A-Za-z0-9]/.test(text[offset] ?? '');
  return !(isWord(start) && isWord(start - 1)) && !(isWord(end - 1) && isWord(end));
}
