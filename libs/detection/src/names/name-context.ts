import { WordEnds, WordStarts } from './word-index';

/** Labels of forms and sentences after which a name stands: a colon may follow. */
export const LABELS = (
  '姓名 名字 联系人 收件人 收货人 寄件人 发件人 取件人 持卡人 户名 开户人 开户名 账户名 投保人 被保险人 受益人 患者 病人 病员 家属 监护人 法定代表人 法人代表 法人 ' +
  '法代 负责人 经办人 经手人 申请人 被申请人 申请执行人 被执行人 原告 被告 被告人 第三人 证人 代理人 委托人 受托人 委托诉讼代理人 上诉人 被上诉人 嫌疑人 犯罪嫌疑人 受害人 被害人 甲方 乙方 丙方 ' +
  '员工 候选人 应聘者 应聘人 求职者 学生 同学 家长 本人 我叫 叫做 名叫 我是 我姓名 称呼 客户 客户姓名 会员 会员名 用户 用户名 真实姓名 业主 租客 租户 房东 承租人 出租人 买方 卖方 买受人 出卖人 ' +
  '借款人 贷款人 担保人 保证人 出借人 债务人 债权人 付款人 收款人 汇款人 转账人 预订人 入住人 乘客 乘机人 旅客 司机 车主 驾驶人 驾驶员 当事人 报案人 报警人 投诉人 举报人 来访人 来电人 访客 ' +
  '联系 请联系 转告 通知 签字 签名 签收人 签收 领取人 审批人 审核人 制表人 填表人 记录人 操作人 操作员 创建人 提交人 处理人 跟进人 对接人 接待人 发起人 参与人 参会人 抄送 收信人 寄信人 配偶 丈夫 妻子 ' +
  '父亲 母亲 儿子 女儿 哥哥 姐姐 弟弟 妹妹 老公 老婆 爱人 朋友 同事 亲属 紧急联系人 主治医师 主治医生 主诊医生 责任护士 医师 考生 教师 班主任 导师 讲师 作者 快递员 骑手 ' +
  '店长 客服 坐席 工程师 房客 户主 被投诉人 被举报人 死者 伤者 孕妇 产妇 老人 男子 女子 致电 拜访 姓名为 名为 叫'
).split(' ');

/** Offices and callings that stand before a full name; weaker than a label. */
export const OFFICES = (
  '记者 总经理 副总经理 董事长 副董事长 总裁 副总裁 总监 主任 副主任 教授 副教授 院长 副院长 校长 副校长 局长 副局长 部长 副部长 市长 副市长 省长 副省长 县长 书记 副书记 主席 副主席 ' +
  '会长 副会长 理事长 秘书长 处长 副处长 科长 队长 班长 组长 站长 所长 副所长 厂长 行长 经理 医生 护士 律师 法官 检察官 民警 演员 导演 歌手 编剧 主持人 选手 教练 球员 球星 运动员 ' +
  '博士 院士 专家 学者 作家 画家 诗人 设计师 分析师 研究员 创始人 首席 总编 主编 编辑 摄影 通讯员 实习生 发言人 议员 总理 总统 外长 大使 司令 将军 烈士 同志 明星 影星 影后 影帝 ' +
  '村民 市民 居民 工人 农民 职工 党员 干部 委员 代表 老板 网友 新人 主演 饰演 嘉宾 冠军 名将 老将 小将 前锋 后卫 门将 主帅 助教 弟子 徒弟 师傅 恩师 女星 男星 巨星 天后 天王 艺人 女神 男神 ' +
  '董秘 监事 董事 独立董事 财务总监 总工程师 高级工程师 副总 助理 秘书 顾问 合伙人 制片人 监制 作曲 作词 编曲 演唱 原唱 领衔 特约记者 本报记者'
).split(' ');

/** Titles after a full name or a lone surname. */
export const TITLES = (
  '先生 女士 小姐 太太 夫人 老师 医生 大夫 护士 经理 总经理 副总经理 总监 主任 副主任 主管 同志 律师 法官 检察官 警官 教授 副教授 博士 院长 副院长 校长 副校长 局长 副局长 部长 处长 副处长 科长 副科长 ' +
  '所长 队长 班长 组长 厂长 店长 站长 行长 董事长 总裁 副总裁 书记 副书记 主席 会长 秘书 助理 师傅 师父 老板 老板娘 阿姨 叔叔 大爷 大妈 大姐 大哥 大叔 大娘 爷爷 奶奶 伯伯 婶婶 嫂子 姑娘 女生 ' +
  '同学 工程师 会计 设计师 教练 导演 导师 医师 药师 营养师 咨询师 顾问 客服 管家 司机 乡长 镇长 县长 市长 省长 村长 将军 院士 公子 老太太 老先生 小朋友 宝宝 美女 帅哥 家长 妈妈 爸爸 法师 道长 班主任 主任医师 副主任医师 副总 代表 大使 参赞 ' +
  '总 工 董 姐 哥 叔 姨 爷 嫂 婶 导 局 处 队 某某 某 氏 公 老'
).split(' ');

/** Titles that are a title only after a lone surname, and only where the word ends. */
export const SHORT_TITLES: ReadonlySet<string> = new Set(
  '总 工 董 姐 哥 叔 姨 爷 嫂 婶 导 局 处 队 某某 某 氏 公 老'.split(' '),
);

/** What follows a name whose owner's data comes next. */
export const OWNED = (
  '的手机 的电话 的号码 的联系 的身份 的证件 的银行 的卡号 的账号 的邮箱 的地址 的微信 的住址 的工号 的病历 的订单 的快递 的护照 的车牌 的简历 的合同 的工资 的体检 的生日 的家 的儿子 的女儿 的妻子 的丈夫 的父亲 的母亲 的老婆 的老公 ' +
  '手机 电话 身份证 证件 银行卡 卡号 账号 邮箱 地址 微信 住址 工号 住在 家住 现住 男 女 出生 生于 性别 年龄 身份证号 联系电话 联系方式 来电 反馈 投诉 咨询 申请 办理 签收 入住 预约 就诊 收 转账 汇款 本人 ' +
  '诉 犯 涉嫌 与被告 因 系'
).split(' ');

/** Keys of JSON objects and CSV headers under which a name stands: lower case, letters and Han only. */
const NAME_KEYS: ReadonlySet<string> = new Set(
  (
    'xm xingming realname truename username fullname contact contactname contactperson receiver receivername recipient recipientname consignee consigneename sender sendername ' +
    'patient patientname customer customername custname client clientname holder holdername cardholder cardholdername accountname payee payeename payer payername owner ownername legalperson legalrepresentative ' +
    'employee employeename empname staff staffname student studentname teacher teachername doctor doctorname member membername guest guestname passenger passengername driver drivername applicant applicantname insured insuredname ' +
    'beneficiary beneficiaryname guardian guardianname parent parentname spouse spousename tenantname signer signatory author operator operatorname handler assignee buyer buyername seller sellername lxr lxrxm sjr sjrxm shr khxm hzxm yhxm khmc cyr ' +
    'personname linkman linkmanname nickname displayname surname givenname firstname lastname cnname chinesename namecn namezh userrealname legalname agentname agent submitter approver creatorname'
  ).split(' '),
);
const HAN_NAME_KEY =
  /(?:姓名|名字|人|者|患者|病人|户名|学生|家长|客户|员工|业主|司机|乘客|旅客|教师|老师|医生|医师|护士|配偶|会员|车主|户主|房东|租客|签字|签名|称呼|业务员|操作员|客服|经理|负责人|导师)$/;

/** How surely a key announces a name: 2 names of people only, 1 names of anything, 0 none. */
export function nameKeyStrength(key: string): 0 | 1 | 2 {
  const plain = key.toLowerCase().replace(/[^a-z\u4e00-\u9fff]/g, '');
  if (plain === 'name' || plain === 'mc' || plain === '名称' || plain === '用户' || plain === 'user')
    return 1;
  return NAME_KEYS.has(plain) || HAN_NAME_KEY.test(plain) ? 2 : 0;
}

/** Values under a name key or behind a label that name no person. */
export const NOT_A_PERSON =
  /公司|银行|集团|中心|部门|医院|学校|大学|商店|超市|系统|平台|用户|匿名|未知|测试|管理|客服|无名|本人|同上|暂无|先生|女士|小姐|老师|医生|经理|电话|手机|地址|方式|信息|号码|姓名|性别/;

export const labelEnds = new WordEnds(LABELS);
export const officeEnds = new WordEnds(OFFICES);
export const titleStarts = new WordStarts(TITLES);
export const ownedStarts = new WordStarts(OWNED);

/** Titles that make a lone surname a person, for restoring 李总 to 王总. */
export const titles: readonly string[] = TITLES;
