import fc from 'fast-check';
import { BALANCE_NANO_MAX, formatCny, NANO_PER_CNY, nanoToJsonNumber, parseCny } from './money';

describe('money', () => {
  it.each<[string | number, bigint | null]>([
    [0, 0n],
    ['0.8', 800_000_000n],
    [0.000000001, 1n],
    [1e-9, 1n],
    [-1.5, -1_500_000_000n],
    ['9000000', BALANCE_NANO_MAX],
    ['0.0000000001', null],
    ['1e3', null],
    ['01', null],
    ['', null],
    ['１', null],
    [NaN, null],
    [Infinity, null],
    [1e-10, null],
  ])('reads %p as %p nano-yuan', (text, nano) => {
    expect(parseCny(text)).toBe(nano);
  });

  it('refuses more places than allowed', () => {
    expect(parseCny('0.1234', 3)).toBeNull();
    expect(parseCny('0.123', 3)).toBe(123_000_000n);
  });

  const amount = fc.bigInt({ min: -BALANCE_NANO_MAX, max: BALANCE_NANO_MAX });

  it('is written exactly and read back the same', () => {
    fc.assert(fc.property(amount, (nano) => parseCny(formatCny(nano)) === nano));
  });

  it('survives a JSON number up to 2^23 CNY', () => {
    const representable = fc.bigInt({ min: 0n, max: 8_388_607n * NANO_PER_CNY });
    fc.assert(
      fc.property(representable, (nano) => {
        const number = JSON.parse(JSON.stringify(nanoToJsonNumber(nano))) as number;
        return parseCny(number.toFixed(9)) === nano;
      }),
    );
  });
});
