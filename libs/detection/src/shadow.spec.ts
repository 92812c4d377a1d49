import { foldText, Shadow } from './shadow';

describe('Shadow', () => {
  it.each([
    ['手机１３８（ＡＢ）：＠', '手机138(AB):@'],
    ['a\u3000b\u00a0c\u2009d', 'a b c d'],
    ['1—2–3－4−5', '1-2-3-4-5'],
    ['阿·买・提•', '阿·买·提·'],
    ['￥100', '¥100'],
    ['𠮷野家', '𠮷野家'],
    ['\ud842', '\ud842'],
  ])('folds %j to %j', (text, folded) => expect(new Shadow(text).folded).toBe(folded));

  it('keeps the length, and ignorable characters in their places', () => {
    const text = '1\u200b3\ufeff8，𠮷';
    expect(new Shadow(text).folded).toHaveLength(text.length);
    expect(foldText(text)).toBe('138,𠮷');
  });

  it('is 0 outside the text', () => {
    const shadow = new Shadow('a');
    expect([shadow.at(-1), shadow.at(0), shadow.at(1)]).toEqual([0, 97, 0]);
  });

  it('leaves ignorable characters out of its compact view, with a way back', () => {
    const compact = new Shadow('a\u200b1\u200d2\ufeffb').compact();
    expect(compact.folded).toBe('a12b');
    expect([compact.sourceStart(1), compact.sourceEnd(3)]).toEqual([2, 5]);
    const plain = new Shadow('a12b');
    expect(plain.compact()).toBe(plain);
  });

  it('leaves ignorable characters out of its compact view, with a way back', () => {
    const compact = new Shadow('a\u200b1\u200d2\ufeffb').compact();
    expect(compact.folded).toBe('a12b');
    expect([compact.sourceStart(1), compact.sourceEnd(3)]).toEqual([2, 5]);
    const plain = new Shadow('a12b');
    expect(plain.compact()).toBe(plain);
  });
});
