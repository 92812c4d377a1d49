import { givenNameFitness } from './given-names';
import {
  labelEnds,
  NOT_A_PERSON,
  officeEnds,
  ownedStarts,
  SHORT_TITLES,
  titleStarts,
  nameKeyStrength,
} from './name-context';
import { beginsWithStopWord } from './stop-words';
import { isCompoundSurname, surnameRank, WORDLIKE_SURNAMES } from './surnames';
import { isHan, WordBreaks } from './word-breaks';

/** A person found, before it becomes a finding. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  readonly form?: 'surname';
}

/** Points a candidate needs to be a name at all, and how much surer each further point makes it. */
const POINTS_MIN = 4.2;
const CONFIDENCE_PER_POINT = 0.09;
/** With a label before it, less is asked of the name itself. */
const LABEL_POINTS = 4;
const NEAR = 16;
/** A whole value behind a label is a name even if its characters are no usual ones. */
const LABELED_VALUE_CONFIDENCE = 0.75;

const IS_SURNAME = new Uint8Array(0x10000);
const SURNAME_POINTS = new Float32Array(0x10000);
const FITNESS = new Int8Array(0x10000);
for (let code = 0x3400; code <= 0x9fff; code++) {
  const character = String.fromCharCode(code);
  FITNESS[code] = givenNameFitness(character);
  const rank = surnameRank(character);
  if (rank === undefined) continue;
  IS_SURNAME[code] = 1;
  SURNAME_POINTS[code] =
    (rank < 100 ? 2 : rank < 250 ? 1.25 : 0.5) - (WORDLIKE_SURNAMES.has(character) ? 1 : 0);
}
const FITNESS_POINTS: Readonly<Record<number, number>> = { 2: 1, 1: 0.4, 0: -0.5, [-1]: -1.25, [-2]: -9 };

/** Characters that end what came before, so that a name may begin; and those that go on after a name. */
const OPENERS = codes('和与及跟同给叫请找让被把由向对为是问替帮的了到有以说代即');
const CLOSERS = codes('的说称在是和与及等同表认指介告曾于也将已对向为被把从到给让又还都则却并先女就出去来不');
/** Those of `OPENERS` that mostly stand before people. */
const ADDRESSING = codes('给叫找跟替问帮请致和');
/** After a name these make it the name of a place or an organization. */
const PLACES = codes('路街村庄苑镇乡桥巷弄屯寨湾岛湖河州市县区省站港园城岗坪镇楼店厂馆杯奖队');
const PLACE_WORDS =
  /小区|大道|公司|集团|银行|医院|大学|中学|小学|广场|大厦|花园|公寓|有限|北路|南路|东路|西路|中路|新村|基金会|足球/y;
const COMMA = 0x3001;

/** Names of Han characters in running text: a surname, one or two characters, and what stands around them. */
export class HanNames {
  private readonly candidates: Span[] = [];
  private nextTaken = 0;

  constructor(
    private readonly text: string,
    private readonly breaks: WordBreaks,
    private readonly taken: readonly { start: number; end: number }[],
  ) {}

  find(): Span[] {
    const { text } = this;
    for (let i = 0; i + 1 < text.length; i++) {
      if (IS_SURNAME[text.charCodeAt(i)] === 1 || isCompoundSurname(text.slice(i, i + 2))) this.tryAt(i);
    }
    return this.withLists();
  }

  private tryAt(start: number): void {
    const { text } = this;
    const surnameLength =
      isCompoundSurname(text.slice(start, start + 2)) && isHan(text.charCodeAt(start + 2)) ? 2 : 1;
    if (surnameLength === 1 && IS_SURNAME[text.charCodeAt(start)] !== 1) return;
    const first = start + surnameLength;
    if (!isHan(text.charCodeAt(first))) return;
    const before = this.pointsBefore(start);
    let best = before >= LABEL_POINTS ? this.labeledValue(start, first, before) : undefined;
    const labeledEnd = best?.end;
    if (!best && FITNESS[text.charCodeAt(first)] === -2) return;
    const isOrdinary = !best && surnameLength === 1 && beginsWithStopWord(text, start);
    if (isOrdinary && before <= LABEL_POINTS) return;
    this.breaks.prepare(start);
    for (const givenLength of isOrdinary ? [2] : [2, 1]) {
      const end = first + givenLength;
      if (end > text.length || !isHan(text.charCodeAt(end - 1)) || end !== (labeledEnd ?? end)) continue;
      const points = before + this.pointsOfName(start, first, end) + this.pointsAfter(start, end);
      if (points < POINTS_MIN - 2) continue;
      const confidence = 0.5 + (points - POINTS_MIN) * CONFIDENCE_PER_POINT;
      if (!best || confidence > best.confidence) best = { start, end, confidence };
    }
    if (best) this.candidates.push(best);
  }

  /** The whole run of Han characters behind a label, if it has the length of a name and is no ordinary word. */
  private labeledValue(start: number, first: number, before: number): Span | undefined {
    const { text, breaks } = this;
    const end = first + (isHan(text.charCodeAt(first + 1)) ? 2 : 1);
    if (isHan(text.charCodeAt(end)) || NOT_A_PERSON.test(text.slice(start, end))) return undefined;
    const isOrdinary = FITNESS[text.charCodeAt(end - 1)] === -2 || beginsWithStopWord(text, start);
    if (isOrdinary && (before === LABEL_POINTS || end - start === 2)) return undefined;
    breaks.prepare(start);
    let isWord = !breaks.isInside(start);
    for (let i = start + 1; i < end && isWord; i++) isWord = breaks.isInside(i);
    return isWord || breaks.isInside(start)
      ? undefined
      : { start, end, confidence: LABELED_VALUE_CONFIDENCE };
  }

  private pointsOfName(start: number, first: number, end: number): number {
    const { text, breaks } = this;
    const surname = first - start === 2 ? 3 : SURNAME_POINTS[text.charCodeAt(start)]!;
    let given = 0;
    for (let i = first; i < end; i++) given += FITNESS_POINTS[FITNESS[text.charCodeAt(i)]!]!;
    if (PLACES[text.charCodeAt(end - 1)] === 1) given -= 1.75;
    if (end - first === 1) given -= 0.75;
    let breaksWell = 0;
    if (breaks.isInside(start)) breaksWell -= 3;
    if (breaks.isInside(end)) breaksWell -= 2.5;
    // A surname in one word with what follows is an ordinary word more often than a known name.
    if (first - start === 1 && breaks.isInside(first))
      breaksWell -= end - first === 1 || !breaks.isInside(first + 1) ? 1.75 : 0.5;
    else if (end - first === 1) breaksWell += 0.4;
    else if (end - first === 2) breaksWell += breaks.isInside(first + 1) ? (given < 1.2 ? -1.5 : -0.25) : 0.5;
    return surname + given + breaksWell;
  }

  private pointsBefore(start: number): number {
    const { text } = this;
    let at = start;
    let hasColon = false;
    while (at > 0 && start - at < 6) {
      const code = text.charCodeAt(at - 1);
      if (code === 0x3a || code === 0x3d) hasColon = true;
      else if (!isFiller(code)) break;
      at--;
    }
    const label = labelEnds.before(text, at);
    if (label > 0 && hasColon) return LABEL_POINTS + 1;
    if (label > 1) return at === start ? LABEL_POINTS : LABEL_POINTS - 1;
    const key = hasColon ? this.keyStrengthAt(at) : 0;
    // A key such as `name` names all kinds of things.
    if (key > 0) return key === 2 ? LABEL_POINTS + 1 : LABEL_POINTS - 0.5;
    if (
      at > 0 &&
      (text[at - 1] === '是' || text[at - 1] === '为' || text[at - 1] === '叫') &&
      labelEnds.before(text, at - 1) > 1
    )
      return LABEL_POINTS;
    if (officeEnds.before(text, start) > 1) return 2;
    if (start === 0 || !isHan(text.charCodeAt(start - 1))) return 1;
    const previous = text.charCodeAt(start - 1);
    if (ADDRESSING[previous] === 1) return 1.2;
    return OPENERS[previous] === 1 ? 0.6 : 0.1;
  }

  /** How surely the identifier that ends here announces a name, as in `{"name":"…"}` or `contact=`. */
  private keyStrengthAt(end: number): number {
    let start = end;
    while (start > 0 && end - start < 32 && /[A-Za-z_.-]/.test(this.text[start - 1]!)) start--;
    return start < end ? nameKeyStrength(this.text.slice(start, end)) : 0;
  }

  private pointsAfter(start: number, end: number): number {
    const { text } = this;
    const near = this.isNearTaken(start, end) ? 1.5 : 0;
    const title = titleStarts.at(text, text[end] === ' ' ? end + 1 : end);
    if (title !== '' && !SHORT_TITLES.has(title)) return 3 + near;
    if (ownedStarts.at(text, /[ ,(:]/.test(text[end] ?? '') ? end + 1 : end) !== '') return 2 + near;
    const code = text.charCodeAt(end);
    if (end === text.length || !isHan(code)) return 0.75 + near;
    if (CLOSERS[code] === 1) return 0.6 + near;
    if (PLACES[code] === 1 || this.isPlaceWord(end)) return near - 2;
    return (this.breaks.isInside(end + 1) ? 0.4 : 0) + near;
  }

  private isPlaceWord(offset: number): boolean {
    PLACE_WORDS.lastIndex = offset;
    return PLACE_WORDS.test(this.text);
  }

  /** Whether a phone number, an identity number or the like stands within a few characters of the same line. */
  private isNearTaken(start: number, end: number): boolean {
    const { taken, text } = this;
    while (this.nextTaken < taken.length && taken[this.nextTaken]!.end + NEAR < start) this.nextTaken++;
    for (let i = this.nextTaken; i < taken.length && taken[i]!.start <= end + NEAR; i++) {
      const gap =
        taken[i]!.start >= end ? text.slice(end, taken[i]!.start) : text.slice(taken[i]!.end, start);
      if (!/[\n。!?;]/.test(gap)) return true;
    }
    return false;
  }

  /** Members of a list `张三、李四` speak for each other. */
  private withLists(): Span[] {
    const starts = new Map(this.candidates.map((span) => [span.start, span]));
    const ends = new Map(this.candidates.map((span) => [span.end, span]));
    const { text } = this;
    return this.candidates
      .map((span) => {
        const previous = text.charCodeAt(span.start - 1) === COMMA ? ends.get(span.start - 1) : undefined;
        const next = text.charCodeAt(span.end) === COMMA ? starts.get(span.end + 1) : undefined;
        const bonus = (previous ? 1 : 0) + (next ? 1 : 0);
        return { ...span, confidence: Math.min(0.97, span.confidence + bonus * CONFIDENCE_PER_POINT) };
      })
      .filter(({ confidence }) => confidence >= 0.5)
      .map((span) => ({ ...span, confidence: Math.round(span.confidence * 100) / 100 }));
  }
}

function isFiller(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0x22 ||
    code === 0x27 ||
    code === 0x28 ||
    code === 0x3010 ||
    code === 0x3011 ||
    code === 0x2a ||
    code === 0x201c
  );
}

function codes(characters: string): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
