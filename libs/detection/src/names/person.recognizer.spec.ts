import * as fc from 'fast-check';
import { Shadow } from '../shadow';
import { recognizePersons } from './person.recognizer';

const NUMBER = /1\d{10}|\d{17}[\dX]/g;

/** The names found in a text, a lone surname marked by `*`; numbers of 11 and 18 digits count as already found. */
function namesIn(text: string, key?: string): string[] {
  const taken = [...text.matchAll(NUMBER)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  return recognizePersons(text, new Shadow(text).folded, taken, key).map(
    ({ start, end, form }) => text.slice(start, end) + (form === 'surname' ? '*' : ''),
  );
}

describe('recognizePersons', () => {
  it.each([
    ['张伟明的手机号是13812345678', ['张伟明']],
    ['客户张伟明，身份证11010519491231002X', ['张伟明']],
    ['请联系张伟明', ['张伟明']],
    ['我叫张伟明，住在北京', ['张伟明']],
    ['张伟明先生', ['张伟明']],
    ['{"name":"李小红"}', ['李小红']],
    ['{"contact": "于洋", "amount": 12}', ['于洋']],
    ['姓名：刘洋 性别：男', ['刘洋']],
    ['姓名：张三\n电话：13812345678', ['张三']],
    ['收件人 李四，13812345678', ['李四']],
    ['姓名,手机号\n张伟,13812345678\n李娜,13912345678', ['张伟', '李娜']],
    ['参会：张伟、李娜、王强', ['张伟', '李娜', '王强']],
    ['患者王芳，女，45岁', ['王芳']],
    ['姓名：芈月，性别女', ['芈月']],
    ['姓名：张 三', ['张 三']],
    ['收件人：李付存', ['李付存']],
    ['法定代表人：任正义', ['任正义']],
    ['寄件人：司马光明', ['司马光明']],
    ['欧阳修远的工单', ['欧阳修远']],
    ['客户王小明反馈登录失败', ['王小明']],
    ['您好，我是刘伟，我的订单号是123', ['刘伟']],
  ])('finds the name in %s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it.each([
    ['王总今天开会', ['王*']],
    ['老王来了', ['王*']],
    ['小李说可以', ['李*']],
    ['李老师您好', ['李*']],
    ['帮我给王经理发邮件', ['王*']],
    ['王医生给张女士开了药', ['王*', '张*']],
    ['张某某与李某发生争执', ['张*', '李*']],
    ['欧阳女士投诉快递', ['欧阳*']],
  ])('finds the lone surname in %s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it.each([
    ['阿不都热依木·买买提今天来电', ['阿不都热依木·买买提']],
    ['球员克里斯蒂安•罗纳尔多到场', ['克里斯蒂安•罗纳尔多']],
    ['联系人: Zhang San', ['Zhang San']],
    ['John Smith先生', ['John Smith']],
  ])('finds the name of another script or sound in %s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it.each([
    '高兴马上方便于是金额周末白天安全万元黄金石油任何时间项目包括成功明天王府井张江李宁',
    '本项目包括安全管理和时间计划，任何金额都要方便查询',
    '总结：王者荣耀的马甲和牛奶都涨价了',
    '行李总重20公斤，小米手机和老师傅',
    '第一章·概述，版本1·2',
    'Please call the API with John and Redis',
    '{"title":"黄金时代","name":"get_weather"}',
    '路由器连接失败，关闭后重启',
    '大许寨乡崔梁庄，吴宁东路135号，朱佳苑小区，曾宪梓基金会',
    '{"name":"黄金","customer":"高级会员"}',
    '联系人：暂无，联系方式：电话，用户：管理员，签名：高清',
  ])('finds no name in %s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it.each([
    ['李小红', 'name', ['李小红']],
    ['张伟', 'realName', ['张伟']],
    ['张 伟', 'xm', ['张 伟']],
    ['芈月', '姓名', ['芈月']],
    ['张伟、李娜', '联系人', ['张伟', '李娜']],
    ['Alice Chen', 'customer_name', ['Alice Chen']],
    ['阿迪力·买买提', 'patient', ['阿迪力·买买提']],
    ['黄金', 'name', []],
    ['高级经理', 'name', []],
    ['get_weather', 'name', []],
    ['北京银行', 'accountName', []],
  ])('reads %s under the key %s', (text, key, names) => {
    expect(namesIn(text, key)).toEqual(names);
  });

  it('leaves what is already found alone', () => {
    const text = '联系人张伟明';
    expect(recognizePersons(text, text, [{ start: 3, end: 6 }])).toEqual([]);
  });

  it('gives sorted, disjoint spans inside any text', () => {
    const piece = fc.constantFrom(
      '张',
      '伟明',
      '王总',
      '老李',
      '姓名：',
      '、',
      '·',
      '阿不都',
      ' ',
      'Li Na',
      '先生',
      '𠮷',
      '\n',
      '13812345678',
      '的',
      '欧阳',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        let free = 0;
        for (const { start, end, confidence } of recognizePersons(text, new Shadow(text).folded, [])) {
          expect(start).toBeGreaterThanOrEqual(free);
          expect(end).toBeGreaterThan(start);
          expect(confidence).toBeGreaterThanOrEqual(0.5);
          expect(confidence).toBeLessThanOrEqual(1);
          free = end;
        }
        expect(free).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
