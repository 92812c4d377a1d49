import { entityType } from '@gw/detection';
import { decided, tokenstoreFixture } from './tokenstore.fixture';

const TENANT = '01890000-0000-7000-8000-000000000001';

describe('Tokenizer', () => {
  it.each([
    '电话«CN_MOBILE:13812345678»，备用«CN_MOBILE:138-1234-5678»和«CN_MOBILE:+86 138 1234 5678»',
    '全角«CN_MOBILE:１３８１２３４５６７８»半角«CN_MOBILE:13812345678»',
    '身份证«CN_ID_CARD:11010519491231002X»，小写«CN_ID_CARD:11010519491231002x»，分段«CN_ID_CARD:110105 19491231 002X»',
    '卡号«CN_BANK_CARD:6217000012345678907»，«CN_BANK_CARD:6217 0000 1234 5678 907»',
    '邮箱«EMAIL_ADDRESS:zhang@EXAMPLE.com»、«EMAIL_ADDRESS:zhang@example.com»、«EMAIL_ADDRESS:zhang@Example.Com»',
    '«PERSON:张伟明»的同事«PERSON:张伟»和«PERSON:张 伟 明»',
    '«PERSON/surname:王»总说，老«PERSON/surname:王»已经通知«PERSON/surname:张»先生。«PERSON/surname:欧阳»老师在',
    '«PERSON:王小明»，«PERSON/surname:王»总',
    '网址https://a.com/?tel=«CN_MOBILE:13812345678»',
    '隐形«CN_MOBILE:138​12345678»与«CN_MOBILE:13812345678»',
    '相连«CN_MOBILE:13812345678»«CN_ID_CARD:11010519491231002X»',
    '前缀9«CN_MOBILE:13812345678»后缀«CN_MOBILE:13912345678»7',
    '列表«CN_MOBILE:13812345678» «CN_MOBILE:13912345678»\n«CN_MOBILE:13712345678»',
    '«EMPLOYEE_ID:E123456»7号',
    'IP «IP_ADDRESS:10.0.0.5» 与 «IP_ADDRESS:10.0.0.55»',
    '姓«PERSON/surname:王»的',
  ])('gives back %s', async (marked) => {
    const { tokenizer } = tokenstoreFixture();
    const text = decided(marked);
    const { texts, map } = await tokenizer.tokenize(TENANT, [text]);
    for (const { start, end, form } of text.spans) {
      if (!form) expect(texts[0]).not.toContain(text.text.slice(start, end));
    }
    expect(map.restore(texts[0] as string).text).toBe(text.text);
    expect(map.findLeak(JSON.stringify(texts))).toBe(false);

    void entityType;
  });
});
