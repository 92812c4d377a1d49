import { LosslessNumber } from 'lossless-json';
import { AppError } from '../errors/app-error';
import { assertDepth, decodeUtf8Strict, jsonObjectFromBytes, plainObjectFromBytes } from './json-text';

const DEPTH_MAX = 64;

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof AppError ? error.code : `not an AppError: ${String(error)}`;
  }
  return 'accepted';
}
const read = (body: string | number[]) =>
  codeOf(() =>
    jsonObjectFromBytes(typeof body === 'string' ? Buffer.from(body) : Buffer.from(body), DEPTH_MAX),
  );

describe('text encoding', () => {
  const quoted = (...bytes: number[]) => [...Buffer.from('{"text":"'), ...bytes, ...Buffer.from('"}')];

  it.each<[string, number[] | string, string]>([
    ['plain Chinese', '{"text":"你好，张伟明"}', 'accepted'],
    ['an astral character', '{"text":"𠮷"}', 'accepted'],
    ['an escaped surrogate pair', '{"text":"\\ud842\\udfb7"}', 'accepted'],
    ['a stray continuation byte', quoted(0x80), 'invalid_encoding'],
    ['a truncated sequence', quoted(0xe4, 0xbd), 'invalid_encoding'],
    ['an overlong slash', quoted(0xc0, 0xaf), 'invalid_encoding'],
    ['an overlong NUL', quoted(0xc0, 0x80), 'invalid_encoding'],
    ['a surrogate in UTF-8 (CESU)', quoted(0xed, 0xa0, 0x80), 'invalid_encoding'],
    ['a code point above U+10FFFF', quoted(0xf4, 0x90, 0x80, 0x80), 'invalid_encoding'],
    ['GB18030 bytes', quoted(0xc4, 0xe3, 0xba, 0xc3), 'invalid_encoding'],
    ['UTF-16 with its mark', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 'invalid_encoding'],
    ['a raw NUL', quoted(0x00), 'invalid_encoding'],
    ['an escaped NUL', '{"text":"a\\u0000b"}', 'invalid_encoding'],
    ['a lone high surrogate', '{"text":"\\ud842"}', 'invalid_encoding'],
    ['a lone low surrogate', '{"text":"x\\udfb7"}', 'invalid_encoding'],
    ['a reversed pair', '{"text":"\\udfb7\\ud842"}', 'invalid_encoding'],
    ['a lone surrogate in a key', '{"a\\ud842":1}', 'invalid_encoding'],
    ['a lone surrogate deep inside', '{"a":[{"b":["\\uD800"]}]}', 'invalid_encoding'],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d], 'invalid_json'],
  ])('%s is %s', (_name, body, expected) => {
    expect(read(body)).toBe(expected);
  });

  it('never repairs: what is decoded encodes to the same bytes', () => {
    const bytes = Buffer.from('{"text":"\ufeff你好𠮷\u202e"}');
    expect(Buffer.from(decodeUtf8Strict(bytes))).toEqual(bytes);
  });
});

describe('grammar', () => {
  it.each<[string, string]>([
    ['', 'invalid_json'],
    ['{', 'invalid_json'],
    ['{"a":1,}', 'invalid_json'],
    ["{'a':1}", 'invalid_json'],
    ['{"a":01}', 'invalid_json'],
    ['{"a":.5}', 'invalid_json'],
    ['{"a":NaN}', 'invalid_json'],
    ['{"a":1} {"b":2}', 'invalid_json'],
    ['{"a":"line\nbreak"}', 'invalid_json'],
    ['{"a":1,"a":2}', 'invalid_json'],
    ['{"model":"a","\\u006dodel":"b"}', 'invalid_json'],
    ['[]', 'invalid_request'],
    ['"text"', 'invalid_request'],
    ['13812345678', 'invalid_request'],
    ['null', 'invalid_request'],
    ['{}', 'accepted'],
  ])('%j is %s', (body, expected) => {
    expect(read(body)).toBe(expected);
  });

  it('keeps every digit of a number', () => {
    const { card, tiny } = jsonObjectFromBytes(
      Buffer.from('{"card":6217000012345678907,"tiny":1e-400}'),
      DEPTH_MAX,
    );
    expect([card, tiny]).toEqual([new LosslessNumber('6217000012345678907'), new LosslessNumber('1e-400')]);
  });

  it('gives doubles where asked', () => {
    expect(plainObjectFromBytes(Buffer.from('{"amount":0.1}'), DEPTH_MAX)).toEqual({ amount: 0.1 });
  });

  it('keeps __proto__ an ordinary key', () => {
    const value = jsonObjectFromBytes(Buffer.from('{"__proto__":{"polluted":true}}'), DEPTH_MAX);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('tells no part of the text in an error', () => {
    try {
      jsonObjectFromBytes(Buffer.from('{"phone": x13812345678}'), DEPTH_MAX);
      throw new Error('must not be accepted');
    } catch (error) {
      expect(JSON.stringify([String(error), (error as AppError).extras, (error as Error).cause])).not.toMatch(
        /x138/,
      );
    }
  });
});

describe('depth', () => {
  it('accepts the limit and refuses one more', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(read(nested(DEPTH_MAX))).toBe('accepted');
    expect(read(nested(DEPTH_MAX + 1))).toBe('invalid_request');
  });

  it('does not count brackets inside strings', () => {
    expect(read(JSON.stringify({ text: '[{"\\'.repeat(100) }))).toBe('accepted');
  });

  it.each([
    ['arrays', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['a million values', `{"a":[${'0,'.repeat(500_000)}0]}`],
    ['many keys', `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['one string of escapes', `{"a":"${'\\"'.repeat(500_000)}`],
  ])('answers %s in under 100 ms', (_name, body) => {
    const bytes = Buffer.from(body);
    // The best of three: other work on the machine may only ever make a run slower.
    const times = [1, 2, 3].map(() => {
      const started = performance.now();
      expect(codeOf(() => jsonObjectFromBytes(bytes, DEPTH_MAX))).toMatch(/^invalid_/);
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });

  it('survives an unfinished string', () => {
    expect(codeOf(() => assertDepth('{"a":"\\', 64))).toBe('accepted');
  });
});
