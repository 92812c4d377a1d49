import type { Span } from './han-names';
import { SHORT_TITLES, titleStarts } from './name-context';
import { beginsWithStopWord } from './stop-words';
import { isCompoundSurname, surnameRank, WORDLIKE_SURNAMES } from './surnames';
import { isHan, WordBreaks } from './word-breaks';

/** What may stand before 王总 or 老王 without a mark. */
const BEFORE = new Set(
  '和与及跟同给叫请找让被把由向对为是问替帮的了到有说等将经联系客户位于从在见约因使用据归获随昨今天日您我你他她们好',
);
/** What may follow 老王 or 小李. */
const AFTER = new Set(
  '的说和与在是也就都还有要想去来不会让给把被对跟到从已正又很没可能应将刚先请你我他她那这了吗呢吧啊帮问打买做家看收发',
);
const FIRST_RANKS = 260;

/** Lone surnames: 王 in 王总, 李老师, 老王, 小李. The span is the surname only. */
export function surnameForms(text: string, breaks: WordBreaks): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < text.length; i++) {
    const span = beforeTitle(text, i, breaks) ?? afterFamiliar(text, i, breaks);
    if (span) spans.push({ ...span, form: 'surname' });
  }
  return spans;
}

function beforeTitle(text: string, start: number, breaks: WordBreaks): Span | null {
  const length = surnameLength(text, start);
  if (length === 0) return null;
  const end = start + length;
  const title = titleStarts.at(text, end);
  if (title === '' || (length === 1 && beginsWithStopWord(text, start))) return null;
  breaks.prepare(start);
  const titleEnd = end + title.length;
  if (breaks.isInside(start) || breaks.isInside(titleEnd)) return null;
  const isPlain = opensHere(text, start);
  const isWordlike = length === 1 && WORDLIKE_SURNAMES.has(text[start]!);
  if (SHORT_TITLES.has(title)) {
    if (!isPlain || (isWordlike && isHan(text.charCodeAt(titleEnd)))) return null;
    return { start, end, confidence: isWordlike ? 0.6 : 0.75 };
  }
  if (isWordlike && !isPlain) return null;
  return { start, end, confidence: isPlain ? 0.9 : 0.7 };
}

function afterFamiliar(text: string, start: number, breaks: WordBreaks): Span | null {
  const familiar = text[start - 1];
  if (familiar !== '老' && familiar !== '小') return null;
  const rank = surnameRank(text[start]!);
  if (rank === undefined || rank > FIRST_RANKS || WORDLIKE_SURNAMES.has(text[start]!)) return null;
  if (!opensHere(text, start - 1)) return null;
  const next = text.charCodeAt(start + 1);
  if (isHan(next) && !AFTER.has(text[start + 1]!)) return null;
  breaks.prepare(start);
  if (breaks.isInside(start + 1) || breaks.isInside(start - 1)) return null;
  return { start, end: start + 1, confidence: 0.7 };
}

function surnameLength(text: string, start: number): number {
  if (isCompoundSurname(text.slice(start, start + 2))) return 2;
  const rank = surnameRank(text[start]!);
  return rank !== undefined && rank <= FIRST_RANKS ? 1 : 0;
}

function opensHere(text: string, start: number): boolean {
  return start === 0 || !isHan(text.charCodeAt(start - 1)) || BEFORE.has(text[start - 1]!);
}
