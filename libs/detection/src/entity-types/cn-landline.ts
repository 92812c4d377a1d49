import { drawDigits, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { areaCodeLength } from '../lists/lists';
import { extendLeft, Run, Separator } from '../run';
import { alphanumerics, dressLike } from '../surface';

/** Where separators stand in a subscriber's number: 2345 6789, 234 5678, 2345678 9. */
const SUBSCRIBER_GROUPINGS = new Set([0, 1 << 4, 1 << 3, 1 << 7]);

/** Fixed-line number with its area code; without one only where context says so. 400, 800 and short hotlines are nobody's. */
export const cnLandline: EntityType = {
  name: 'CN_LANDLINE',
  label: '固定电话',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '010-62345678',
  context: {
    before:
      '电话 座机 固话 固定电话 联系电话 电话号码 办公电话 家庭电话 宅电 传真 总机 致电 拨打 联系方式'.split(
        ' ',
      ),
    after: '转 分机'.split(' '),
    keys: 'tel telephone phone phoneno landline fax telno homephone officephone dh gddh'.split(' '),
    negative:
      '订单 订单号 单号 流水号 编号 型号 版本 金额 元 零件号 料号 邮编 日期 时间 order orderno orderid id sn part partno amount date'.split(
        ' ',
      ),
  },
  recognizers: [
    { lengths: [10, 11, 12, 13, 14, 15, 16], letters: 'none', run: recognizeNational },
    { lengths: [7, 8], letters: 'none', run: recognizeLocal },
  ],
  canonical,
  draw,
  dress,
  tooClose: (original, lookalike) =>
    sharesRun(original.slice(areaCodeLength(original)), lookalike.slice(areaCodeLength(lookalike))),
};

/** 010-62345678, 01062345678, 0755 2345 6789, +86 10 6234 5678, 0086-755-23456789. */
function recognizeNational(run: Run): Match | null {
  const first = run.code(0);
  if ((first !== 0x30 && first !== 0x38) || run.isAmount) return null;
  if (run.isHyphenFragment && (run.joinBefore & Separator.Hyphen) !== 0) return null;
  const digits = run.text;
  const plus = run.before === 0x2b ? 1 : 0;
  const country = digits.startsWith('0086') ? 4 : plus && digits.startsWith('86') ? 2 : 0;
  if (country === 0 && first !== 0x30) return null;
  const national =
    country === 0 || digits[country] === '0' ? digits.slice(country) : `0${digits.slice(country)}`;
  const area = areaCodeLength(national);
  if (area === 0 || !isSubscriber(national.slice(area)) || (area === 3 && national.length !== 11))
    return null;
  const areaEnd = digits.length - (national.length - area);
  const isSplit = (run.cuts & (1 << areaEnd)) !== 0;
  if ((run.cuts !== 0 && !isSplit) || !SUBSCRIBER_GROUPINGS.has((run.cuts >> areaEnd) & ~1)) return null;
  const match = run.match({ score: isSplit || country > 0 ? 0.8 : 0.5, contextScore: 0.95 });
  return country > 0 && plus > 0 ? extendLeft(match, match.start - 1) : match;
}

/** (010) 62345678, where the bracket ends the run before; or no area code at all. */
function recognizeLocal(run: Run): Match | null {
  if (!SUBSCRIBER_GROUPINGS.has(run.cuts) || run.joinBefore !== 0) return null;
  if (!isSubscriber(run.text) || run.isAmount) return null;
  const { shadow, start } = run;
  const bracket = /\((0\d{2,3})\)[ -]?$/.exec(shadow.slice(Math.max(0, start - 7), start));
  if (bracket && areaCodeLength(bracket[1]!) === bracket[1]!.length) {
    return extendLeft(run.match({ score: 0.85, contextScore: 0.95 }), start - bracket[0].length);
  }
  if (run.isHyphenFragment || /^2\d{3}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(run.text)) return null;
  return run.match({ score: 0.1, contextScore: 0.6 });
}

/** No subscriber's number begins with 0, 1 or 9; 400 and 800 are services. */
function isSubscriber(digits: string): boolean {
  return /^[2-8]\d{6,7}$/.test(digits);
}

/** Digits with the area code's zero; without country code. */
function canonical(surface: string): string {
  const digits = alphanumerics(surface);
  const country = digits.startsWith('0086') ? 4 : /^86/.test(digits) && digits.length > 9 ? 2 : 0;
  if (country === 0) return digits;
  return digits[country] === '0' ? digits.slice(country) : `0${digits.slice(country)}`;
}

/** In international form the area code usually has no zero. */
function dress(canonicalValue: string, surface: string): string {
  const hasZero = alphanumerics(surface).endsWith(canonical(surface));
  return dressLike(hasZero ? canonicalValue : canonicalValue.slice(1), surface);
}

/** The area code stays. */
function draw(value: string, random: DrawSource): string {
  const area = areaCodeLength(value);
  return value.slice(0, area) + String(2 + random.int(7)) + drawDigits(value.length - area - 1, random);
}
