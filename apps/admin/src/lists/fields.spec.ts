import { addressRange, cny, line, modelId, perMillion, time, tokenPrice } from './fields';

it.each<[number, bigint]>([
  [0.8, 800n],
  [0, 0n],
  [2.001, 2_001n],
  [0.001, 1n],
])('a price of %d CNY per million tokens is %d nano-yuan per token', (price, nano) => {
  expect(tokenPrice.parse(price)).toBe(nano);
  expect(perMillion(nano)).toBe(price);
});

it.each([0.0001, -1, 1e9, Number.NaN, '1', 1.2345])('refuses a price of %p', (price) => {
  expect(tokenPrice.safeParse(price).success).toBe(false);
});

it('reads money to the nano-yuan, within what is exact', () => {
  expect(cny.parse(123.456789012)).toBe(123_456_789_012n);
  expect(cny.parse(-0.000000001)).toBe(-1n);
  expect(cny.parse(9_000_000)).toBe(9_000_000_000_000_000n);
  for (const amount of [9_000_000.01, 1e-10, 1e21, Number.POSITIVE_INFINITY]) {
    expect(cny.safeParse(amount).success).toBe(false);
  }
});

it('reads a name as one trimmed line', () => {
  expect(line(4).parse(' 演示公司 ')).toBe('演示公司');
  for (const text of ['', '  ', 'a\nb', 'a\u2028b', '\u0000', '五个汉字哦']) {
    expect(line(4).safeParse(text).success).toBe(false);
  }
});

it('reads times with an offset only', () => {
  expect(time.parse('2026-01-01T08:00:00+08:00').toISOString()).toBe('2026-01-01T00:00:00.000Z');
  expect(time.safeParse('2026-01-01T08:00:00').success).toBe(false);
  expect(time.safeParse('2026-02-30T08:00:00Z').success).toBe(false);
});

it.each(['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::1'])('takes the range %s', (text) => {
  expect(addressRange.safeParse(text).success).toBe(true);
});

it.each(['', '1.2.3', '0177.0.0.1', '2130706433', '1.2.3.4/33', 'localhost'])(
  'refuses the range %j',
  (text) => {
    expect(addressRange.safeParse(text).success).toBe(false);
  },
);

it('knows catalogue ids', () => {
  expect(modelId.safeParse('deepseek/deepseek-chat').success).toBe(true);
  for (const id of ['deepseek-chat', 'Deep/x', 'a/b/c', 'a/', '/b', 'a/b c']) {
    expect(modelId.safeParse(id).success).toBe(false);
  }
});
