import { givenNameFitness } from './given-names';
import type { Span } from './han-names';
import { NOT_A_PERSON, nameKeyStrength } from './name-context';
import { beginsWithStopWord } from './stop-words';
import { isCompoundSurname, surnameRank } from './surnames';
import type { WordBreaks } from './word-breaks';

const SEPARATORS = /[、,;/|\s]+/g;
const HAN_NAME = /^(?:\p{Script=Han}{2,4}|\p{Script=Han}{1,15}(?:·\p{Script=Han}{1,15}){1,3})$/u;
const LATIN_NAME = /^[A-Z][A-Za-z'’.-]*(?: [A-Z][A-Za-z'’.-]*){0,3}$/;
/** Labels of name fields, and a whole value that need not begin with a known surname. */
const LABELED =
  /(?:姓名|名字|联系人|收件人|收货人|寄件人|发件人|户名|开户名|持卡人)["']? ?[:=] ?["']?(\p{Script=Han} {1,2}\p{Script=Han}|\p{Script=Han}{2,3})(?!\p{Script=Han}|·)/gu;

/** Values behind the label of a name field: 芈月, and 张 三 with its parts set apart. */
export function labeledNames(text: string, breaks: WordBreaks): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(LABELED)) {
    const name = match[1]!;
    const start = match.index + match[0].length - name.length;
    if (NOT_A_PERSON.test(name) || beginsWithStopWord(name, 0)) continue;
    breaks.prepare(start);
    if (
      breaks.isInside(start + 1) ||
      [...name].slice(1).some((character) => givenNameFitness(character) === -2)
    )
      continue;
    spans.push(spanOf(start, name, 0.6));
  }
  return spans;
}

/** The names in a value that stands under a key, when the whole value is names. */
export function keyedName(text: string, key: string): Span[] {
  const strength = nameKeyStrength(key);
  if (strength === 0 || text.length > 200) return [];
  const whole = text.trim();
  if (LATIN_NAME.test(whole) && (strength === 2 || whole.includes(' ')))
    return [spanOf(text.indexOf(whole), whole, 0.85)];
  // The parts of one name may be set apart: 张 伟.
  if (/^\p{Script=Han} {1,2}\p{Script=Han}$/u.test(whole) && strength === 2)
    return [spanOf(text.indexOf(whole), whole, 0.9)];
  const spans: Span[] = [];
  let at = 0;
  for (const part of [...text.split(SEPARATORS), '']) {
    const start = text.indexOf(part, at);
    at = start + part.length;
    if (part === '') continue;
    if (!HAN_NAME.test(part) || !isLikelyName(part, strength)) return [];
    spans.push(spanOf(start, part, strength === 2 ? 0.95 : 0.9));
  }
  return spans;
}

function isLikelyName(name: string, strength: 1 | 2): boolean {
  if (NOT_A_PERSON.test(name)) return false;
  if (name.includes('·')) return true;
  const isCompound = isCompoundSurname(name.slice(0, 2)) && name.length > 2;
  if (!isCompound && surnameRank([...name][0]!) === undefined) return strength === 2 && name.length <= 3;
  if (name.length === 4 && !isCompound && strength === 1) return false;
  const givenName = [...name.slice(isCompound ? 2 : 1)];
  const lowest = Math.min(...givenName.map(givenNameFitness));
  if (strength === 2) return name.length <= 3 || isCompound || lowest >= 0;
  return (
    lowest > -2 && !(name.length === 2 && beginsWithStopWord(name, 0)) && (name.length === 3 || lowest >= 0)
  );
}

function spanOf(start: number, name: string, confidence: number): Span {
  return { start, end: start + name.length, confidence };
}
