import { mod11_2 } from '../checksums/mod11-2';
import { daysInMonth, drawDigits, drawSameMask, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { isProvince, isRegion, MAINLAND_PROVINCES } from '../lists/lists';
import type { Run } from '../run';
import { foldText } from '../shadow';
import { alphanumerics, dressLike } from '../surface';

/** What people and scanners write for the check character X. */
const X_LOOKALIKES = /[×хХⅩⅹ]/g;
/** What a national student number begins with. */
const STUDENT_LETTERS = 'GLJglj';
/** Separators after these characters, as `Run.cuts`: 110105 19491231 002X, 110105 1949 1231 002X, groups of four. */
const GROUPINGS = new Set(
  [[], [6, 14], [6, 10, 14], [3, 6, 10, 14], [4, 8, 12, 16], [6], [14]].map((cuts) =>
    cuts.reduce((mask, cut) => mask | (1 << cut), 0),
  ),
);

/** Citizen identification number of 18 characters (GB 11643-1999), or of 15 digits as issued before 2000. */
export const cnIdCard: EntityType = {
  name: 'CN_ID_CARD',
  label: '身份证号',
  sensitivity: 'high',
  secret: false,
  reversible: true,
  example: '11010519491231002X',
  context: {
    before: (
      '身份证 身份证号 身份证号码 身份证件号码 公民身份号码 证件号 证件号码 身份号码 二代证 户口 驾驶证号 社会保障号码 ' +
      '居民身份证 学籍号 残疾人证'
    ).split(' '),
    after: '身份证 居民身份证'.split(' '),
    keys: 'idcard idcardno idno idnumber sfz sfzh sfzhm zjhm zjh certno certnumber certid identityno identity'.split(
      ' ',
    ),
    negative:
      '订单 订单号 单号 流水号 交易号 运单 快递 编号 imei iccid 时间戳 order orderno orderid trade serial'.split(
        ' ',
      ),
  },
  recognizers: [{ lengths: [15, 17, 18, 19, 20], letters: 'any', run: recognize }],
  canonical: (surface) => alphanumerics(foldText(surface).replace(X_LOOKALIKES, 'X')),
  draw,
  dress: dressLike,
  tooClose: (original, lookalike) => sharesRun(original.slice(6), lookalike.slice(6)),
};

function recognize(run: Run): Match | null {
  if (run.length === 15) return recognizeOld(run);
  if (run.length === 17) return recognizeWithLookalike(run);
  if (run.length === 18) return recognizeNew(run, 0);
  // A student number is a letter before the number, a disability card two digits behind it.
  const first = run.length === 19 ? 1 : 0;
  if (first === 1 && !STUDENT_LETTERS.includes(String.fromCharCode(run.code(0)))) return null;
  const match = recognizeNew(run, first);
  return match?.verified ? match : null;
}

function recognizeNew(run: Run, first: number): Match | null {
  if (!isYearStart(run.code(first + 6), run.code(first + 7)) || run.isAmount) return null;
  const number = run.text.slice(first, first + 18);
  const score = scoreOf(number);
  if (score === 0) return null;
  if (score < 0.85 && !GROUPINGS.has(run.cuts >> first)) return null;
  return run.match(
    { score, verified: score >= 0.85, contextScore: Math.max(score, 0.95) },
    first,
    first + 18,
  );
}

/** 17 digits and a character that stands for X: it belongs to the number when X is the right check character. */
function recognizeWithLookalike(run: Run): Match | null {
  if (!isYearStart(run.code(6), run.code(7))) return null;
  if (String.fromCharCode(run.after).search(X_LOOKALIKES) !== 0) return null;
  if (scoreOf(`${run.text}X`) < 0.85) return null;
  return { ...run.match({ score: 1, verified: true }), end: run.end + 1 };
}

function recognizeOld(run: Run): Match | null {
  if (run.cuts !== 0 || run.isAmount) return null;
  const number = run.text;
  if (!/^[1-8]\d{14}$/.test(number)) return null;
  if (!isRegion(number.slice(0, 6)) || !isBirthDate(`19${number.slice(6, 12)}`)) return null;
  return run.match({ score: 0.3, contextScore: 0.8 });
}

/** 1: everything right; 0.85: only the county unknown; 0.6: only the check digit wrong; 0: no citizen's number. */
function scoreOf(number: string): number {
  if (!/^[1-8]\d{16}[\dX]$/.test(number)) return 0;
  if (!isProvince(number.slice(0, 2)) || !isBirthDate(number.slice(6, 14))) return 0;
  const isKnown = isRegion(number.slice(0, 6));
  if (mod11_2(number) === number[17]) return isKnown ? 1 : 0.85;
  return isKnown ? 0.6 : 0;
}

function isYearStart(first: number, second: number): boolean {
  return (first === 0x31 && second === 0x39) || (first === 0x32 && second === 0x30);
}

/** A day from 1900 to today, as YYYYMMDD. */
function isBirthDate(date: string): boolean {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(4, 6));
  const day = Number(date.slice(6, 8));
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false;
  return Date.UTC(year, month - 1, day) <= Date.now() + 86_400_000;
}

/**
 * Region: a province-level code, which no citizen's number has; born in the same decade (for children: up to four years
 * earlier); sex kept; the check digit right or wrong as the original's. A look-alike of 15 digits has 15.
 */
function draw(canonical: string, random: DrawSource): string {
  if (!/^\d{15}$|^\d{17}[\dX]$/.test(canonical)) return drawSameMask(canonical, random);
  const region = drawRegion(canonical, random);
  if (canonical.length === 15) {
    const date = drawBirthDate(Number(`19${canonical.slice(6, 8)}`), random);
    return region + date.slice(2) + drawSequence(canonical, 14, random);
  }
  const date = drawBirthDate(Number(canonical.slice(6, 10)), random);
  const body = region + date + drawSequence(canonical, 16, random);
  const check = mod11_2(body);
  if (mod11_2(canonical) === canonical[17]) return body + check;
  const wrong = '0123456789X'.replace(check, '');
  return body + wrong[random.int(wrong.length)]!;
}

/** Residents from Hong Kong, Macao and Taiwan keep the code that says so. */
function drawRegion(canonical: string, random: DrawSource): string {
  if (/^8[1-3]0000/.test(canonical)) return canonical.slice(0, 6);
  return `${MAINLAND_PROVINCES[random.int(MAINLAND_PROVINCES.length)]!}0000`;
}

function drawBirthDate(year: number, random: DrawSource): string {
  const drawn = year >= 2020 ? year - 1 - random.int(4) : Math.max(1900, year - (year % 10)) + random.int(10);
  const month = 1 + random.int(12);
  const day = 1 + random.int(daysInMonth(drawn, month));
  return `${drawn}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
}

/** Three digits of the same parity at the place that says the sex. */
function drawSequence(canonical: string, sexAt: number, random: DrawSource): string {
  return drawDigits(2, random) + String(random.int(5) * 2 + (Number(canonical[sexAt]) % 2));
}
