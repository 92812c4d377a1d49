import { HmacDrawSource } from './hmac-draw-source';

const source = (label = 'a', key = 1) => new HmacDrawSource(Buffer.alloc(32, key), label);
const draw = (from: { int(n: number): number }, count = 20) =>
  Array.from({ length: count }, () => from.int(1_000));

describe('HmacDrawSource', () => {
  it('draws the same from the same key and label, and something else from any other', () => {
    expect(draw(source())).toEqual(draw(source()));
    expect(draw(source())).not.toEqual(draw(source('b')));
    expect(draw(source())).not.toEqual(draw(source('a', 2)));
  });

  it('has streams by label that every attempt shares', () => {
    expect(draw(source('a').fixed('surname'))).toEqual(draw(source('b').fixed('surname')));
    expect(draw(source().fixed('surname'))).not.toEqual(draw(source().fixed('email-domain')));
  });

  it('is uniform', () => {
    const from = source();
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[from.int(7)]!++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(22.5); // 6 degrees of freedom, p = 0.001
  });

  it.each([0, -1, 1.5, 2 ** 32 + 1, NaN])('refuses a range of %d', (n) =>
    expect(() => source().int(n)).toThrow(RangeError),
  );
});
