import { restoreWithMap } from './restore-with-map';
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
    '%20«PERSON/surname:王»家&amp;«PERSON/surname:李»家\\u5f20',
    '«PERSON/surname:王»',
    '13812345678**«PERSON/surname:王»',
    '**«PERSON/surname:王»',
    '«PERSON:王»',
  ])('gives back %s', async (marked) => {
    const { tokenizer } = tokenstoreFixture();
    const text = decided(marked);
    const { texts, map } = await tokenizer.tokenize(TENANT, [text]);
    for (const { start, end, form } of text.spans) {
      if (!form) expect(texts[0]).not.toContain(text.text.slice(start, end));
    }
    expect(map.restore(texts[0] as string).text).toBe(text.text);
    expect(map.findLeak(JSON.stringify(texts))).toBe(false);
  });

  const tokenize = async (...marked: string[]) => {
    const { tokenizer } = tokenstoreFixture();
    const { texts, map } = await tokenizer.tokenize(TENANT, marked.map(decided));
    return { texts, map, text: texts[0] as string };
  };

  it('keeps separators and width of each occurrence, and gives one value one look-alike', async () => {
    const { text } = await tokenize(
      '«CN_MOBILE:13812345678»/«CN_MOBILE:138-1234-5678»/«CN_MOBILE:１３８１２３４５６７８»/«CN_MOBILE:+86 138 1234 5678»',
    );
    const [plain, hyphens, wide, national] = text.split('/') as [string, string, string, string];
    expect(plain).toMatch(/^1[3-9][0-9]{9}$/);
    expect(hyphens).toBe(`${plain.slice(0, 3)}-${plain.slice(3, 7)}-${plain.slice(7)}`);
    expect(wide.normalize('NFKC')).toBe(plain);
    expect(national).toBe(`+86 ${hyphens.replaceAll('-', ' ')}`);
  });

  it('replaces irreversibly what is redacted or masked, and does not list it', async () => {
    const { text, map } = await tokenize(
      '«CN_ID_CARD!redact:11010519491231002X»，«CN_MOBILE!mask:13812345678»，«PERSON/surname!redact:王»总，«PERSON!block:张伟明»',
    );
    expect(text).toBe('[身份证号]，138****5678，某总，[姓名]');
    expect(map.restore(text).text).toBe(text);
    expect(map.surrogates()).toEqual({});
  });

  it('never takes a lone character for a surname, whatever stands around it', async () => {
    const { texts } = await tokenize('**«PERSON/surname:王»');
    const surname = (texts[0] as string).slice(2);
    const { texts: both, map } = await tokenize(
      `${surname}胜琨`,
      '**«PERSON/surname:王»',
      '12**«PERSON/surname:王»',
    );
    expect(both.map((text, index) => map.restore(text, index).text)).toEqual([
      `${surname}胜琨`,
      '**王',
      '12**王',
    ]);
    expect(map.restore(`姓${surname}的`).text).toBe(`姓${surname}的`);
  });

  it('redacts a value of one character, which would stand everywhere', async () => {
    const { text } = await tokenize('«PROJECT:安»计划');
    expect(text).toBe('[PROJECT]计划');
  });

  it('leaves what passes, unless the same value must not leave elsewhere', async () => {
    const { text } = await tokenize(
      '«CN_MOBILE!pass:13912345678»和«CN_MOBILE:13812345678»以及13812345678、138-1234-5678',
    );
    expect(text).toMatch(/^13912345678和(1[0-9]{10})以及\1、/);
    expect(text.replaceAll('-', '')).not.toContain('13812345678');
  });

  it('treats a value that was overlooked as it treats the same value elsewhere', async () => {
    const { texts } = await tokenize('«CN_ID_CARD!redact:11010519491231002X»', '号码11010519491231002x');
    expect(texts).toEqual(['[身份证号]', '号码[身份证号]']);
  });

  it('does not touch a longer number that holds a value', async () => {
    const { text } = await tokenize('«CN_MOBILE:13812345678»，订单2013812345678');
    expect(text).toContain('订单2013812345678');
  });

  it('maps a look-alike away that stands in the request by chance', async () => {
    const { tokenizer } = tokenstoreFixture();
    const [first = ''] = (await tokenizer.tokenize(TENANT, [decided('«CN_MOBILE:13812345678»')])).texts;
    const spaced = `${first.slice(0, 3)} ${first.slice(3, 7)} ${first.slice(7)}`;
    const request = decided(`«CN_MOBILE:13812345678»与${first}和${spaced}`);
    const { texts, map } = await tokenizer.tokenize(TENANT, [request]);
    const [text = ''] = texts;
    expect(text.startsWith(first)).toBe(true);
    expect(text.slice(first.length).replaceAll(' ', '')).not.toContain(first);
    expect(map.restore(text).text).toBe(request.text);
  });

  it('draws no look-alike that stands in the request', async () => {
    const { text: first } = await tokenize('«CN_MOBILE:13812345678»');
    const { text } = await tokenize(`«CN_MOBILE:13812345678»与${first}`);
    expect(text.endsWith(`与${first}`)).toBe(true);
    expect(text.startsWith(first)).toBe(false);
  });

  it('tells 王总 from another 总 of the same look-alike surname', async () => {
    const { text: first } = await tokenize('«PERSON/surname:王»总好');
    const { text, map } = await tokenize(`«PERSON/surname:王»总好，${first}`);
    expect(map.restore(text).text).toBe(`王总好，${first}`);
  });

  it('keeps digits for the digits of a JSON number', async () => {
    const { texts } = await tokenize('«CN_MOBILE:13812345678»', '«CN_BANK_CARD:6217000012345678907»');
    for (const text of texts) expect(text).toMatch(/^[1-9][0-9]+$/);
  });

  it('lists one entry per writing, and only what comes back', async () => {
    const { map, text } = await tokenize(
      '«CN_MOBILE:13812345678»/«CN_MOBILE:138 1234 5678»/«PERSON/surname:王»总/«CN_ID_CARD!redact:11010519491231002X»',
    );
    const [plain, spaced, surname] = text.split('/') as string[];
    expect(map.surrogates()).toEqual({
      [plain as string]: '13812345678',
      [spaced as string]: '138 1234 5678',
      [surname as string]: '王总',
    });
    expect(restoreWithMap(text, map.surrogates()).text).toBe('13812345678/138 1234 5678/王总/[身份证号]');
  });

  it('gives different tenants different look-alikes, and one tenant the same for ever', async () => {
    const text = decided('«CN_MOBILE:13812345678»«PERSON/surname:王»总«PERSON:张伟明»');
    const of = async (tenantId: string) =>
      (await tokenstoreFixture().tokenizer.tokenize(tenantId, [text])).texts[0];
    expect(await of('a')).toBe(await of('a'));
    expect(await of('a')).not.toBe(await of('b'));
  });

  it('asks no keys when nothing is to be done', async () => {
    const { tokenizer, rows } = tokenstoreFixture();
    rows.failure = new Error('down');
    const { texts, map } = await tokenizer.tokenize(TENANT, [
      decided('你好'),
      decided('«CN_MOBILE!pass:13812345678»'),
    ]);
    expect(texts).toEqual(['你好', '13812345678']);
    expect(map.restore('13812345678')).toEqual({ text: '13812345678', restored: 0, weak: 0, unrestored: 0 });
    expect(map.findLeak('13812345678')).toBe(false);
  });

  it('answers tokenstore_unavailable when the table cannot be reached', async () => {
    const { tokenizer, rows } = tokenstoreFixture();
    rows.failure = new Error('down');
    await expect(tokenizer.tokenize(TENANT, [decided('«CN_MOBILE:13812345678»')])).rejects.toMatchObject({
      code: 'tokenstore_unavailable',
    });
  });

  it.each([
    [
      [
        { start: 0, end: 5 },
        { start: 4, end: 8 },
      ],
    ],
    [[{ start: 3, end: 3 }]],
    [[{ start: 0, end: 99 }]],
    [[{ start: -1, end: 4 }]],
    [[{ start: NaN, end: 4 }]],
  ])('refuses spans that are no places of the text: %j', async (places) => {
    const { tokenizer } = tokenstoreFixture();
    const spans = places.map((place) => ({ ...place, type: 'CN_MOBILE', action: 'tokenize' as const }));
    await expect(tokenizer.tokenize(TENANT, [{ text: '13812345678', spans }])).rejects.toMatchObject({
      code: 'surrogate_conflict',
    });
  });
});
