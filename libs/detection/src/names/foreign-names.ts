import type { Span } from './han-names';
import type { WordBreaks } from './word-breaks';
import { LABELS, nameKeyStrength, titles } from './name-context';

/** Characters that write foreign and minority names by their sound. */
const TRANSLITERATION =
  '阿艾爱安奥昂巴芭柏班邦保鲍北贝本比彼毕波伯博卜布查昌达大戴丹当道德登邓狄迪蒂丁东杜顿多厄恩尔法凡范方菲费芬丰佛夫弗福富伽盖甘冈高戈哥格葛根古瓜圭哈海汉翰豪赫' +
  '黑亨洪华怀霍基吉加贾简杰金卡凯坎康考科可克肯库夸奎拉莱赖兰朗劳勒雷蕾里丽利莉连林琳龙卢鲁路露伦罗洛马玛迈麦曼茂梅门蒙米密敏明摩莫默姆木穆慕那娜纳乃南内尼妮' +
  '宁纽努诺欧帕派潘庞佩彭皮平泼普奇齐恰钱乔切琴丘瑞儒若萨塞桑瑟森沙莎山尚绍舍申什圣施史士仕守顺斯丝思松苏素孙索塔泰坦汤唐陶特腾提廷图吐托瓦万旺威薇韦维魏温文翁沃乌武西希席喜夏香肖' +
  '谢辛欣兴休许雪逊雅亚延扬耶叶伊依易因英尤于约泽扎詹张者珍真治朱兹佐哲热买甫江努尔吾买依提古丽帕孜合曼衣麦来提巴图格日其木次仁卓扎西嘎央金旺堆措尼玛多吉仓木顿珠罗桑热孜牙迪力娅别克苏肉孜扎吐逊汗拜尕布都' +
  '胡何舒滕丹增晋美强白玛索南平措洛追益庆饶朗加措不';

const codes = new Set([...TRANSLITERATION].map((character) => character.charCodeAt(0)));
const SEGMENT_LENGTH_MAX = 12;
const DOT = 0xb7;
const DOTS = /[·•・‧.]/;

/** Names written by sound with a dot between their parts: 阿不都热依木·买买提, 克里斯蒂安·罗纳尔多. */
export function foreignNames(text: string, breaks: WordBreaks): Span[] {
  const spans: Span[] = [];
  for (let dot = text.indexOf('·'); dot >= 0; dot = text.indexOf('·', dot + 1)) {
    let start = dot;
    while (start > 0 && dot - start < SEGMENT_LENGTH_MAX && codes.has(text.charCodeAt(start - 1))) start--;
    let end = dot;
    while (text.charCodeAt(end) === DOT && codes.has(text.charCodeAt(end + 1))) {
      const segment = ++end;
      while (end - segment < SEGMENT_LENGTH_MAX && codes.has(text.charCodeAt(end))) end++;
    }
    breaks.prepare(start);
    breaks.prepare(end - 1);
    // Characters that belong to the word before or after: 副主席 before, 今天 after.
    while (start < dot && breaks.isInside(start)) start++;
    while (end > dot && breaks.isInside(end)) end--;
    const isName = dot - start >= 1 && end - dot > 2 && end - start >= 5;
    if (isName) spans.push({ start, end, confidence: 0.85 });
    if (end > dot) dot = end - 1;
  }
  return spans;
}

const LATIN_LABELS = `(?:${LABELS.filter((label) => label.length > 1).join('|')}|(?<![A-Za-z_])[A-Za-z_]{0,24}[Nn]ame|NAME|contact|receiver|patient|Mr\\.?|Ms\\.?|Mrs\\.?|Dr\\.?)`;
const LATIN_WORD = "[A-Z](?:[a-z'’-][A-Za-z'’-]{0,19}|[A-Z]{1,20})";
const LATIN_AFTER_LABEL = new RegExp(
  `${LATIN_LABELS}["']? ?(?:[:=]|是|为)? ?["']?(${LATIN_WORD}(?:[ -]${LATIN_WORD}){1,3})(?![A-Za-z0-9_@./(])`,
  'g',
);
const LATIN_BEFORE_TITLE = new RegExp(
  `(?<![A-Za-z0-9_-])(${LATIN_WORD}(?: ${LATIN_WORD}){0,3}) ?(?:${titles.filter((title) => title.length > 1 && title !== '某某').join('|')})`,
  'g',
);

/** Latin names, only where a label, a form of address or a title says that a name stands. */
export function latinNames(text: string): Span[] {
  if (!/[A-Z][A-Za-z]/.test(text)) return [];
  const spans: Span[] = [];
  for (const pattern of [LATIN_AFTER_LABEL, LATIN_BEFORE_TITLE]) {
    for (const match of text.matchAll(pattern)) {
      const key = /([A-Za-z_]+)["']? ?[:=]/.exec(match[0])?.[1];
      if (key !== undefined && nameKeyStrength(key) === 0) continue;
      const start = match.index + match[0].indexOf(match[1]!);
      spans.push({ start, end: start + match[1]!.length, confidence: 0.8 });
    }
  }
  return spans;
}

/** Whether a name has parts set apart by a dot. */
export function isDotted(name: string): boolean {
  return DOTS.test(name) && /\p{Script=Han}/u.test(name);
}

/** A character for a name written by sound. */
export const TRANSLITERATION_CHARACTERS: readonly string[] = [...new Set(TRANSLITERATION)];
