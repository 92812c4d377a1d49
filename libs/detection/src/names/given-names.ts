/** Characters of given names by rough tendency, the commonest first. Membership is part of the surrogate format. */
const MALE =
  '伟强军勇刚建峰磊斌波涛杰辉鹏飞龙浩超亮刚毅健毅林海洋东国志宏宇明义德福贵生庆祥荣华武胜利学良才发成康民友裕河哲江保山仁' +
  '兴全厚广博瑞凡岩信安邦彬彪昌昊昆松柏栋根梁森榕洪涵源滨潮澎炎焕煜熙爽牧琦豪致航舟诚谦贤轩达进远迪邵钢铁铭锋锐鑫钧镇震霖' +
  '顺驰骏骁鸿鹤麒麟泽泰清皓盛睿硕祖立竣章腾臣至启吉和喜嘉圣坚坤城培基奇奎威宁宗定宝富寒尧岳岭崇川帆平庚廷弘彦征恒恩悟振捷政敬' +
  '文斯新旭昱晋晖晟景智朋朗本权杨桦楠欣正殿沛沅津浪淼渊湘滔炜烨然照玮珂琨琪瑜璋甫田甲畅登百益相知石磐祺禄秉程稳竹笃纪纯' +
  '修经绍维绪群羽翔翰耀肖胤舜英茂荀莱蒙虎行衡裴言让诗诺谋豫贝赫超越跃轶辰连逸道邈郁里野金钊铮锦长闯阳陆陶隆雄雨雷霄青靖韬韶项顾' +
  '风飚饶首骅骋魁鲁鸣黎齐大子中一乐云亚仕仲任伯佐佑佳俊修元光克兆先冬冠冰凯凌加勋北千升卓南卫原双可史同名君咏哲善';
const FEMALE =
  '芳娜敏静丽艳娟霞秀玲桂娥英慧巧美娟红梅莉萍燕玉兰凤洁琳素云莲真环雪荣爱妹香月莺媛艳瑞凡佳嘉琼勤珍贞莹雯婷姣婉娴瑾颖露瑶怡婵' +
  '雁蓓纨仪荷丹蓉眉君琴蕊薇菁梦岚苑筠柔竹霭凝晓欢霄枫芸菲寒欣滢馥琰韵融园艺咏卿聪澜纯毓悦昭冰爽琬茗羽希宁欣飘育滢馥筠柔思' +
  '佩倩俐傲儿兮写冉初卉叶吟含咪品喜嫣嫦嫚嫒姗姝姿娅娇婕婧媚嫔孟宛宜容寄小尔屏巾幼庄彤彩彬影心忆忻念恬惠惜慕懿双可诗语彤瑜晨晗' +
  '晴景曦曼朵杏杨柳桃桐棠樱橙歆沁沐汐沛泓波洛涓淇淑淼清渝湄湉溪溶滟漪潇澄灵炜炫烟然熙爽玫玥珂珊珠珺琦琪琬琼璇璐璟甜画白盈真眉睿' +
  '碧祺禾秋穗童笑筱箐米紫红纤绮绿缘缨罗翎翠育舒舞艾芊芙芝芬芮芷芹苏若苗苓茉茜茵荔荟莎菀菊萌萱葵葶蒙蓝蔓蕙蕾薏藜虹蝶裳言论诺' +
  '贝贻邵郁采钰银锦闵阿雅霏霓青靓静韦颜飞馨香鸽鹂鹃黛齐亚仙伊依会凌凯华卓南冬文新天安宛立春如妍妙如妤明星月木林';
/** Of either sex, and characters seen in names now and then. */
const EITHER =
  '宇晨子梓浩涵欣怡雨轩嘉佳文思明晓小志永春建国玉海新平金红光成东学华荣兴庆福祥生长世家天宝树德云水林江少正立书仁义礼智信' +
  '忠孝士万才之也亦京亭仑仪仪代伊伍众优传伦伶伸余依侠保俞俪倚健偲傅元充兢全公兰共兵典冉农冲净凝几凤列创初利剑力功劲勉化匀千午卉印及友发' +
  '古叶合吴周呈品哈唯商启喆喻器四回园固国圆圣地坊坚垚培堂境墨士声壮夏夕多天太夫央奋奔好如妮姜威婴存孟季学宁守宏官宜实宣宪宽宾密富察寅寻导封射将尊' +
  '尚尤展屹岗岐岑岚峻峤峥崎崧嵘嵩巍工左希师席常干年幸庄库应庭康廉延开弛张彰律徐徽心必忆念怀思恕悠情想意愈愉愿慈懋成戎戬扬承技拓持振授掌' +
  '放效教敦斐旋旗时昂昕昭昶显晏晔普晶晰暄暖暮曙曜最月有朔望木未末朴村来枝枢枫柯树校格桂桥梧检椿楷楚榆榛槐樊次欧歌武毅民水永汉汝汶沂沙沧治法泉泊' +
  '波泽洛济浚浦润淅淮深添渔渝港游湛湖源溢满演漫潭澄澍灏灿炳点炼烈烽焰煊煌熠燃爱片牛状献玄率王玑玘珑珩班理琅琛琢瑄瑛瑾璞璨甄生用申画' +
  '界留略疆登皎目直相真瞻矩砚硕示礼祝神祥祯祷福禹秀秋科秦积称穆空章端筑策简箫籍米粮精糠素索累红约级纲纵纶练绣继绩续维绮缙置罡羚翀耘职联聚' +
  '肃肇胜能自致舒航良节芃芒花若茗草荃莹莘菘菡萧葆蒲蓬蔚蕴薛藩蘅虔融衍表袁裕西观觉解训记论设证识诠询详诚谊谨贞财贯赋赞赟起越路跃践车载辅边迁迎迅' +
  '运连逊通遂道遥遵邑邦郎部都酉里重量鉴钟钦钧铎银锟镕镜长门闳闻阔防际陈院隽雍集震霁霆韧音韵页顶顺颂颉领风首香驭驿高魏鲜鹰麦黄默齐龄';

/** Characters that stand in running text far more often than in a name. */
const NEVER =
  '的了着过吗呢吧啊呀哦嗯哈么是在有被把将给对向从到往于与或及但而且因为所以如果这那哪谁什怎您我你他她它们个只条次些点下上里内外前后左右很太更最又再也都还不没别未无' +
  '说问答讲叫喊看见听想要做打拿吃喝住走跑来去回进出入给送收寄买卖付还借退换查询订购用让请帮找您号码址话机卡证件箱单款元角分钱费税价额量数位名姓氏岁男女月日时分秒周期' +
  '第每各该此其之者等等某另共已曾正刚才就会能可应该需须必像似被叫所得地先生士姐弟妹哥爷奶爸妈叔伯姨舅姑婆岳孙儿媳婿县市省区镇乡村路街巷弄楼层室栋座院校厂店馆局部处科组队' +
  '病药症痛疼炎癌瘤伤血尿粪尸死杀坏恨骂哭吵偷骗罪罚错差丑臭脏' +
  '人员工事物品货业务系统项目方案版本信息数据文件内容问题情况结果原因时间地点客户商家公司集团银行医师护士警司师傅' +
  '和同跟却则即若虽然后既便并';
/** Of `NEVER`, those that names do hold: they only weigh less. */
const TOLERATED =
  '家银行中存石地城里区镇系统科师段名信用明刚来正先然之生士月男若文方本华工可之同元右也名位周期员时必会应点能远近师事业方信数然伯孙岳品内医';

function setOf(characters: string): ReadonlySet<string> {
  return new Set(characters);
}

const male = setOf(MALE);
const female = setOf(FEMALE);
const either = setOf(EITHER);
const tolerated = setOf(TOLERATED);
const never = new Set([...NEVER].filter((character) => !tolerated.has(character)));

export type Sex = 'male' | 'female' | 'either';

/** How well a character fits a given name: 2 common, 1 possible, 0 unknown, -1 weak, -2 never. */
export function givenNameFitness(character: string): number {
  if (never.has(character)) return -2;
  const isCommon = male.has(character) || female.has(character);
  if (tolerated.has(character)) return isCommon ? 1 : -1;
  if (isCommon) return 2;
  return either.has(character) ? 1 : 0;
}

/** Rough guess from the characters of a given name; `either` when they do not say. */
export function sexOf(givenName: string): Sex {
  let lean = 0;
  for (const character of givenName) {
    const isMale = male.has(character);
    const isFemale = female.has(character);
    if (isMale !== isFemale) lean += isMale ? 1 : -1;
  }
  return lean > 0 ? 'male' : lean < 0 ? 'female' : 'either';
}

/** Characters a surname, a given name and ordinary text share too often to be drawn. */
const UNDRAWN = new Set(
  '大中一乐云亚先前北千南史同名上才之也京众优传依侠几列力古叶号合吴周品商四回园固国地堂声多天太夫央好存官实客导封射将常干年库应度弛张律必情想意成承技持振授掌放教数方时有望未末本村来果校样次歌民水永汉治法泉港游湖源演炳点片牛用申画界留略直相真知石示社秋科称空站端第等筑策简籍米级纲纵练组续罗群职联聚能自至良节若药行表观解言警讨让记论设证识评词诚课起足车载边迁运近返进连造逸部都里重长门间队防院顺领首黑龙内品喜同画白盈眉色花',
);

const drawable = (characters: string): readonly string[] =>
  [...new Set(characters)].filter(
    (character) => !UNDRAWN.has(character) && !tolerated.has(character) && !never.has(character),
  );

const pools: Readonly<Record<Sex, readonly string[]>> = {
  male: drawable(MALE),
  female: drawable(FEMALE),
  either: drawable(MALE + FEMALE + EITHER),
};

/** Characters to draw a given name from. */
export function givenNamePool(sex: Sex): readonly string[] {
  return pools[sex];
}
