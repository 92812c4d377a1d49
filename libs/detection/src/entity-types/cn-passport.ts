import { drawDigits, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { Run, Separator } from '../run';
import { alphanumerics, dressLike } from '../surface';

/** Ordinary passports; I and O, never issued as the second letter, are what look-alikes have. */
const ORDINARY = /^(?:[EG]\d{8}|E[A-Z]\d{7}|GI\d{7}|GO\d{7})$/;
/** Service, diplomatic, public affairs, Hong Kong, Macao. */
const OTHERS = /^(?:[SDP]E\d{7}|[SDP]\d{7,8}|[KH]\d{8}|KJ\d{7}|M[AB]\d{7})$/;
/** Old ordinary passports of digits alone. */
const DIGITS = /^1[45]\d{7}$/;

/** Passport of the People's Republic of China, Hong Kong and Macao included. The bare number has no check digit. */
export const cnPassport: EntityType = {
  name: 'CN_PASSPORT',
  label: '护照号',
  sensitivity: 'high',
  secret: false,
  reversible: true,
  example: 'E12345678',
  context: {
    before: '护照 护照号 护照号码 护照编号 出入境 出境 入境 签证 旅行证件 证件号 证件号码 因私 因公'.split(
      ' ',
    ),
    after: '护照'.split(' '),
    keys: 'passport passportno passportnumber passportid hzh hzhm'.split(' '),
    negative:
      '订单 订单号 单号 编号 型号 料号 货号 批号 车次 高速 order orderno orderid sku part partno model'.split(
        ' ',
      ),
  },
  recognizers: [{ lengths: [8, 9], letters: 'any', dots: true, run: recognize }],
  canonical: alphanumerics,
  draw,
  dress: dressLike,
  tooClose: (original, lookalike) => sharesRun(original, lookalike),
};

function recognize(run: Run): Match | null {
  // A space or hyphen may stand after the letter, a dot in the old S.1234567.
  if (run.cuts > 2 || run.isAmount) return null;
  const number = run.text;
  const isDotted = (run.separators & Separator.Dot) !== 0;
  const score = scoreOf(number, isDotted);
  if (score === 0) return null;
  // Lower case, or a gap after the letter: more often something else.
  const isPlain = run.cuts === 0 && (run.code(0) < 97 || run.code(0) > 122);
  return run.match({ score: isPlain ? score : Math.min(score, 0.2), contextScore: score < 0.3 ? 0.6 : 0.9 });
}

function scoreOf(number: string, isDotted: boolean): number {
  if (isDotted) return /^[SDP]\d{7}$/.test(number) ? 0.3 : 0;
  if (ORDINARY.test(number)) return 0.4;
  if (OTHERS.test(number)) return 0.3;
  return DIGITS.test(number) ? 0.1 : 0;
}

/** An ordinary passport gets a second letter that none has; every other form keeps its letters. */
function draw(canonical: string, random: DrawSource): string {
  if (ORDINARY.test(canonical)) return canonical[0]! + 'IO'[random.int(2)]! + drawDigits(7, random);
  if (DIGITS.test(canonical)) return canonical.slice(0, 2) + drawDigits(7, random);
  const letters = /^[A-Z]*/.exec(canonical)![0];
  return letters + drawDigits(canonical.length - letters.length, random);
}
