import { isLuhnValid, luhnCheckDigit } from '../checksums/luhn';
import { drawDigits, sharesRun } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { bankBinLength } from '../lists/lists';
import type { Run } from '../run';
import { alphanumerics, dressLike } from '../surface';

const GROUPS_OF_FOUR = (1 << 4) | (1 << 8) | (1 << 12);
/** Separators after these digits: groups of four (the last of one to seven), six and the rest, American Express. */
const GROUPINGS = new Set([0, GROUPS_OF_FOUR, GROUPS_OF_FOUR | (1 << 16), 1 << 6, (1 << 4) | (1 << 10)]);
/** Number ranges of the international schemes, with the length of their numbers (ISO/IEC 7812 issuers). */
const SCHEMES =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|5\d\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11})$/;

/** Bank card number: issuer prefix, the length the issuer uses, and the Luhn digit (ISO/IEC 7812). */
export const cnBankCard: EntityType = {
  name: 'CN_BANK_CARD',
  label: '银行卡号',
  sensitivity: 'high',
  secret: false,
  reversible: true,
  example: '6217000012345678907',
  context: {
    before: (
      '银行卡 银行卡号 卡号 储蓄卡 信用卡 借记卡 账号 账户 开户行 开户银行 支行 户名 收款 收款账号 打款 转账 汇款 还款 工行 农行 ' +
      '中行 建行 交行 招行 邮储 工商银行 农业银行 中国银行 建设银行 交通银行 招商银行 社保卡'
    ).split(' '),
    after: '银行卡 储蓄卡 信用卡 开户行 工行 农行 中行 建行 招行'.split(' '),
    keys: 'cardno cardnumber bankcard bankcardno card bankaccount accountno accountnumber acctno pan yhkh kh'.split(
      ' ',
    ),
    negative: (
      '订单 订单号 单号 流水号 交易号 运单 快递 快递单号 编号 imei iccid 序列号 时间戳 order orderno orderid trade traceid ' +
      'tracking snowflake serial'
    ).split(' '),
  },
  recognizers: [{ lengths: [14, 15, 16, 17, 18, 19], letters: 'none', run: recognize }],
  canonical: alphanumerics,
  draw,
  dress: dressLike,
  tooClose: (original, lookalike) => sharesRun(original.slice(6), lookalike.slice(6)),
};

function recognize(run: Run): Match | null {
  const first = run.code(0);
  if (first === 0x30 || (first === 0x31 && run.code(1) !== 0x30)) return null;
  if (!GROUPINGS.has(run.cuts) && !run.isSpelledOut) return null;
  if (run.isAmount || run.isHyphenFragment) return null;
  const number = run.text;
  const isKnown = bankBinLength(number) > 0;
  if (!isLuhnValid(number)) return isKnown ? run.match({ score: 0.2, contextScore: 0.6 }) : null;
  // The one prefix that begins with 1 is lost among the ids that do.
  if (isKnown && first !== 0x31) return run.match({ score: 0.9, contextScore: 1, verified: true });
  if (number.startsWith('62') && number.length >= 16) return run.match({ score: 0.6, contextScore: 0.95 });
  if (isKnown || SCHEMES.test(number)) return run.match({ score: 0.3, contextScore: 0.9 });
  return run.match({ score: 0.2 });
}

/** The issuer's prefix and the length stay; a wrong check digit stays wrong. */
function draw(canonical: string, random: DrawSource): string {
  const kept = canonical.slice(0, Math.max(6, bankBinLength(canonical)));
  const body = kept + drawDigits(canonical.length - kept.length - 1, random);
  const check = Number(luhnCheckDigit(body));
  return body + (isLuhnValid(canonical) ? check : (check + 1 + random.int(9)) % 10);
}
