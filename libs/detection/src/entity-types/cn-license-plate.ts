import { CLEAR_CAPITALS, drawOne, drawSameMask } from '../drawing';
import type { DrawSource, EntityType, Match } from '../entity-type';
import { foldText, isAlphanumeric, Shadow } from '../shadow';
import { alphanumerics, dressLike } from '../surface';

const PROVINCES = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤川青藏琼宁';
/** Characters that stand in the last place: trailer, learner, police, Hong Kong, Macao, consulate, embassy, temporary. */
const TAILS = '挂学警港澳领使临';
/** Provinces with few issuing offices, and the last letter of theirs (GA 36-2018). */
const LAST_OFFICE: Readonly<Record<string, string>> = {
  琼: 'F',
  藏: 'J',
  宁: 'E',
  青: 'H',
  沪: 'R',
  京: 'Y',
};
/** Words that end in a province's character: what follows them is a model or a version, not a plate. */
const ORDINARY_WORDS = new Set(
  (
    '全新 小新 最新 更新 重新 创新 上新 刷新 翻新 华新 高新 革新 昂贵 珍贵 富贵 宝贵 四川 百川 风云 里云 讯云 为云 上云 白云 多云 ' +
    '私云 有云 青云 丹青 年青 南京 北京 东京 天津 江苏 流苏 漆黑 辽宁 南宁 西宁 安宁 列宁 收藏 西藏 储藏 隐藏 内蒙 启蒙 广甘'
  ).split(' '),
);
const BODY = {
  /** Five places with at most two letters. */
  ordinary: /^(?!(?:\d*[A-Z]){3})[A-HJ-NP-Z0-9]{5}$/,
  /** New energy: the first letter names the kind of drive for cars, the last one for trucks. */
  newEnergy: /^(?:[A-HJK][A-HJ-NP-Z0-9]\d{4}|\d{5}[A-HJK])$/,
  /** Four places before a Chinese character; five before 临. */
  tailed: /^[A-HJ-NP-Z0-9]{4,5}$/,
};

/** Motor vehicle number plate (GA 36-2018): ordinary of seven places, new energy of eight, and those with a Chinese tail. */
export const cnLicensePlate: EntityType = {
  name: 'CN_LICENSE_PLATE',
  label: '车牌号',
  sensitivity: 'medium',
  secret: false,
  reversible: true,
  example: '京A12F45',
  context: {
    before:
      '车牌 车牌号 车牌号码 号牌 号牌号码 牌照 车辆 车号 肇事 驾驶 小型汽车 小客车 轿车 货车 停车'.split(' '),
    after: '车牌 轿车 小客车 货车 汽车 小轿车 车主'.split(' '),
    keys: 'plate plateno platenumber licenseplate carno carnumber vehicleno cph cphm hphm'.split(' '),
    negative: '型号 版本 股票 股票代码 航班 楼层 货号'.split(' '),
  },
  recognizers: [{ anchors: PROVINCES, at: recognize }],
  canonical: (surface) =>
    foldText(surface)
      .replace(/[^0-9A-Za-z\u4e00-\u9fff]/g, '')
      .toUpperCase(),
  draw,
  dress,
  tooClose: (original, lookalike) => original.slice(2) === lookalike.slice(2),
};

function recognize(shadow: Shadow, position: number): Match | null {
  let places = '';
  let end = position + 1;
  for (let i = end; i < shadow.length && i < position + 16; i++) {
    const code = shadow.codes[i]!;
    if (isAlphanumeric(code) && places.length < 8) {
      places += String.fromCharCode(code);
      end = i + 1;
    } else if (places.length !== 1 || !isPlateSeparator(code)) break;
  }
  const tail = TAILS.includes(String.fromCharCode(shadow.at(end)));
  const body = places.slice(1).toUpperCase();
  const isPlate = tail ? BODY.tailed.test(body) : BODY.ordinary.test(body) || BODY.newEnergy.test(body);
  const isOrdinaryDespiteTail = tail && BODY.ordinary.test(body) && shadow.at(end) !== TAILS.charCodeAt(7);
  const office = places.charAt(0).toUpperCase();
  if (!isPlate || !/[A-HJ-NP-Z]/.test(office) || isAlphanumeric(shadow.at(end))) return null;
  if (tail && !isOrdinaryDespiteTail) end++;
  const province = shadow.text[position]!;
  const isWord = ORDINARY_WORDS.has(shadow.slice(Math.max(0, position - 1), position + 1));
  const isIssued = office <= (LAST_OFFICE[province] ?? 'Z') && places.charAt(0) === office;
  return { start: position, end, score: isWord ? 0.4 : isIssued ? 0.85 : 0.6, contextScore: 0.95 };
}

function isPlateSeparator(code: number): boolean {
  return code === 0xb7 || code === 0x20 || code === 0x2d || code === 0x2e;
}

/** Province, tail and mask stay; the letter of a new energy plate stays, for it names the kind of drive. */
function draw(canonical: string, random: DrawSource): string {
  const province = canonical[0]!;
  const offices = CLEAR_CAPITALS.split('').filter((letter) => letter <= (LAST_OFFICE[province] ?? 'Y'));
  const body = canonical.slice(2);
  const office = drawOne(offices.join(''), random);
  if (!BODY.newEnergy.test(body)) return province + office + drawPlaces(body, random);
  return /^[A-Z]/.test(body)
    ? province + office + body[0]! + drawPlaces(body.slice(1), random)
    : province + office + drawPlaces(body.slice(0, 5), random) + body[5]!;
}

function drawPlaces(body: string, random: DrawSource): string {
  const tail = /[\u4e00-\u9fff]$/.exec(body)?.[0] ?? '';
  return drawSameMask(body.slice(0, body.length - tail.length), random, CLEAR_CAPITALS) + tail;
}

/** The province is the same, so only what follows it changes clothes. */
function dress(canonicalValue: string, surface: string): string {
  const isSameShape = alphanumerics(surface).length === alphanumerics(canonicalValue).length;
  return isSameShape ? dressLike(canonicalValue, surface) : canonicalValue;
}
