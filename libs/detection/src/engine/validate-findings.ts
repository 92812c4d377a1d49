import type { DetectionInput, Finding } from '../entity-type';

const SENSITIVITIES: ReadonlySet<unknown> = new Set(['high', 'medium', 'low']);
const TYPE_LENGTH_MAX = 64;

/**
 * Whether an answer is one that may be acted upon: one list per input, spans inside their text, sorted, disjoint, never
 * inside a code point, scores from 0 to 1. A wrong span would mask the wrong characters and let the right ones leave.
 */
export function areValidFindings(answer: unknown, inputs: readonly DetectionInput[]): answer is Finding[][] {
  if (!Array.isArray(answer) || answer.length !== inputs.length) return false;
  return inputs.every(({ text }, i) => isValidList(answer[i], text));
}

function isValidList(list: unknown, text: string): boolean {
  if (!Array.isArray(list)) return false;
  let free = 0;
  for (const finding of list as unknown[]) {
    if (!isValidFinding(finding)) return false;
    const { start, end } = finding;
    if (start < free || end <= start || end > text.length) return false;
    if (splitsCodePoint(text, start) || splitsCodePoint(text, end)) return false;
    free = end;
  }
  return true;
}

function isValidFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false;
  const { type, start, end, confidence, sensitivity, secret, form } = value as Record<string, unknown>;
  return (
    typeof type === 'string' &&
    type !== '' &&
    type.length <= TYPE_LENGTH_MAX &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    typeof confidence === 'number' &&
    confidence >= 0 &&
    confidence <= 1 &&
    SENSITIVITIES.has(sensitivity) &&
    typeof secret === 'boolean' &&
    (form === undefined || form === 'surname')
  );
}

function splitsCodePoint(text: string, offset: number): boolean {
  return (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}
