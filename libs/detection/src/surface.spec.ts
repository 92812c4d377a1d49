import { alphanumerics, dressLike, isFullWidth, widen } from './surface';

describe('surface forms', () => {
  it.each([
    ['１３８-1234 5678', '13812345678'],
    ['11010519491231002x', '11010519491231002X'],
    ['1\u200b2', '12'],
  ])('%j has the characters %s', (surface, expected) => expect(alphanumerics(surface)).toBe(expected));

  it.each([
    ['1234', 'ab-cd', '12-34'],
    ['ABCD', 'ab-cd', 'ab-cd'],
    ['ABCD', 'aB-cd', 'AB-CD'],
    ['1234', '+86 5678', '+86 1234'],
    ['1234', '５６７８', '１２３４'],
    ['1234', '56', '1234'],
    ['12:34', '56-78', '12-34'],
    ['1234', '5𠮷6-78', '1𠮷2-34'],
  ])('%s in the clothes of %s is %s', (value, surface, expected) =>
    expect(dressLike(value, surface)).toBe(expected),
  );

  it('widens what is printable', () => {
    expect(widen('a@1 ')).toBe('ａ＠１ ');
    expect([isFullWidth('１'), isFullWidth('，1')]).toEqual([true, false]);
  });
});
