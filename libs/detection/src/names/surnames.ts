/** Single-character surnames, the commonest first. Order and membership are part of the surrogate format: only append. */
export const SINGLE_SURNAMES: readonly string[] = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪',
  ...'廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤康易乔赖文洪葛施樊兰殷章安倪游牛俞',
  ...'季翟芦温欧伍庄柯阮翁尤靳伏甘齐涂祝申辛管关焦柳聂纪单耿骆凌柴霍路岳梅解成左舒詹祁阎鲁柏苗包鲍盛宁童房裴尚曲车古饶蒙詹',
  ...'鄢项涂费冉庞牟符蓝艾沙池穆宗邢虞娄滕席卞应巫敖喻游时米佟丛司商仇符桂岑柯蒲卓颜屈边卜冼简佘储褚占华隋迟闵党栾刁臧谷匡封',
  ...'麦苟植鞠姬强粟晏阳窦宫相班代原鹿井明楚晋计鄂戚冷官邬毕连廉麻景狄花戈楼佴扈隆蔺屠况国宣奚郎胥荣郁乐丘冀甄闻巩卫区植祖',
  ...'蓬谈瞿向缪樊幸揭练邝凤尉台展茅经桑莘阙宾仲惠占奉郜牧仝修凡操税盘那海山钮鱼容支银户门芮水伊战茹底綦昝苑厉逯',
  ...'亓逄仉么矫撒哈杭滑卿衣居旷查皮闭补禤漆候师敬贡渠布卯寇元雍化扬云寿东滚战公冶闾酆郏郗邰巴弓车侍蒯璩濮蔚索咸籍卓蔄乌危骆郦',
].filter((surname, place, all) => all.indexOf(surname) === place);

/** Compound surnames; the same rule of order. */
export const COMPOUND_SURNAMES: readonly string[] = (
  '欧阳 上官 司马 诸葛 皇甫 东方 尉迟 公孙 慕容 令狐 司徒 夏侯 端木 独孤 南宫 宇文 长孙 轩辕 申屠 闻人 ' +
  '澹台 呼延 钟离 赫连 拓跋 淳于 太史 公羊 万俟 第五 百里 东郭 西门 濮阳 仲孙 司空 鲜于 完颜 纳兰 南门'
).split(' ');

/** Surname characters that are mostly something else: a name with one of them needs better support. */
export const WORDLIKE_SURNAMES: ReadonlySet<string> = new Set(
  '高方于金白安万黄石任时项包成明和常严温史路关管解左尚曲车古应相代原连花国宣荣乐台展经修但税都那海山年水才底查补师布元化来云东公双马文易向单强官景计商和阳游米席封谷党时占简初门户支银双随司凡操区居化危练索容战公巴弓幸惠奉祖边沙池洪江毛夏牛龙雷林叶武平甘伍符费井冷华古麦柏成章康欧宫班鹿楚晋连麻戈况谈那鱼伊卫房童盛宁伏齐申辛梅路米卜储植粟隆郎乌皮敬牧居桑籍咸孔熊田范段雨汤程曾余席管',
);

const SINGLE = new Map(SINGLE_SURNAMES.map((surname, rank) => [surname, rank]));
const COMPOUND = new Set(COMPOUND_SURNAMES);

/** Place of a single surname in order of frequency, undefined when it is none. */
export function surnameRank(character: string): number | undefined {
  return SINGLE.get(character);
}

export function isCompoundSurname(characters: string): boolean {
  return COMPOUND.has(characters);
}

/** The surname a Han name begins with: a compound one if more characters follow it, else the first character. */
export function surnameOf(name: string): string {
  const compound = name.slice(0, 2);
  if (COMPOUND.has(compound)) return compound;
  return String.fromCodePoint(name.codePointAt(0) ?? 0x3f);
}
