import { drawDigits, sharesRun } from '../drawing';
import type { EntityType, Match } from '../entity-type';
import { extendLeft, Run, Separator } from '../run';
import type { Shadow } from '../shadow';
import { alphanumerics, dressLike } from '../surface';
import { mobileBlockScore, UNASSIGNED_BLOCKS } from './mobile-blocks';

const NATIONAL_LENGTH = 11;
/** Places of the separators in 138 1234 5678, 1381 234 5678, 138 123 45678 … as `Run.cuts` of the national number. */
const GROUPINGS = new Set(
  [[], [3, 7], [4, 7], [3, 6], [3], [7], [4, 8]].map((cuts) =>
    cuts.reduce((mask, cut) => mask | (1 << cut), 0),
  ),
);
const CANONICAL_GROUPING = (1 << 3) | (1 << 7);

/** Mainland mobile number, with or without +86 (MIIT numbering plan; no check digit). */
export const cnMobile: EntityType = {
  name: 'CN_MOBILE',
  label: '手机号',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '13812345678',
  context: {
    before: (
      '手机 手机号 手机号码 电话 联系电话 电话号码 联系方式 联系人 收货人 收件人 寄件人 致电 拨打 来电 打给 短信 机主 本机 ' +
      '绑定 热线 微信同号 微信 号码'
    ).split(' '),
    after: '机主 手机 微信同号 同微信 接听 打不通'.split(' '),
    keys: 'phone mobile tel telephone cellphone cell mobilephone telno phoneno phonenumber msisdn sjh lxdh lxfs'.split(
      ' ',
    ),
    negative: (
      '订单 订单号 单号 流水号 流水 编号 金额 总额 余额 合计 元 工号 学号 型号 版本 时间戳 imei 邮编 快递 运单 运单号 qq 群号 ' +
      '序号 数量 字节 order orders orderno orderid id sn timestamp amount size bytes'
    ).split(' '),
  },
  recognizers: [{ lengths: [11, 13, 15], letters: 'none', dots: true, run: recognize }],
  canonical: (surface) => alphanumerics(surface).slice(-NATIONAL_LENGTH),
  draw: (_canonical, random) =>
    UNASSIGNED_BLOCKS[random.int(UNASSIGNED_BLOCKS.length)]! + drawDigits(7, random),
  dress: dressLike,
  tooClose: (original, lookalike) => sharesRun(original.slice(1), lookalike.slice(1)),
};

function recognize(run: Run): Match | null {
  const prefix = run.length - NATIONAL_LENGTH;
  if (run.code(prefix) !== 0x31 || !isCountryCode(run, prefix)) return null;
  const grouping = (run.cuts >> prefix) & ~1;
  if ((!GROUPINGS.has(grouping) && !run.isSpelledOut) || run.isAmount) return null;
  const isDotted = (run.separators & Separator.Dot) !== 0;
  if ((isDotted && grouping !== CANONICAL_GROUPING) || (grouping !== 0 && run.isHyphenFragment)) return null;
  let block = 0;
  for (let i = 0; i < 4; i++) block = block * 10 + run.code(prefix + i) - 48;
  const score = mobileBlockScore(block);
  if (score === 0) return null;

  const contextScore = 0.95;
  if (prefix > 0) {
    const hasPlus = run.before === 0x2b;
    const match = run.match({ score: hasPlus ? 0.95 : 0.85, contextScore });
    return hasPlus ? extendLeft(match, match.start - 1) : match;
  }
  const start = bracketedCountryCode(run.shadow, run.start);
  if (start < run.start) return extendLeft(run.match({ score: 0.95, contextScore }), start);
  return run.match({ score: grouping === CANONICAL_GROUPING ? 0.95 : score, contextScore });
}

/** 86 or 0086 before the national number, in one piece. */
function isCountryCode(run: Run, prefix: number): boolean {
  if (prefix === 0) return true;
  if ((run.cuts & ((1 << prefix) - 1)) !== 0) return false;
  return run.text.startsWith(prefix === 2 ? '86' : '0086');
}

/** Where `(86)`, `(+86)` or `(0086)` before the number starts; the number's own start when none does. */
function bracketedCountryCode(shadow: Shadow, start: number): number {
  const last = shadow.at(start - 1);
  if (last !== 0x29 && shadow.at(start - 2) !== 0x29) return start;
  const before = shadow.slice(Math.max(0, start - 8), start);
  const bracket = /\((?:\+|00)?86\)[ -]?$/.exec(before);
  return bracket ? start - bracket[0].length : start;
}
