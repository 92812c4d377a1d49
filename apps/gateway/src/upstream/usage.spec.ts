import { parseLossless, type JsonObject } from '@gw/platform';
import { readUsage } from './usage';

const bounds = { tokensInMax: 1_000, tokensOutMax: 500 };
const read = (usage: string) => readUsage(parseLossless(`{"usage":${usage}}`) as JsonObject, bounds);

describe('usage', () => {
  it.each([
    ['ordinary counts', '{"prompt_tokens":10,"completion_tokens":5}', { tokensIn: 10, tokensOut: 5 }],
    ['an explicit 0', '{"prompt_tokens":0,"completion_tokens":0}', { tokensIn: 0, tokensOut: 0 }],
    [
      'the bounds themselves',
      '{"prompt_tokens":1000,"completion_tokens":500}',
      { tokensIn: 1_000, tokensOut: 500 },
    ],
  ])('believes %s', (_, usage, expected) => {
    expect(read(usage)).toEqual(expected);
  });

  it.each([
    ['nothing', 'null'],
    ['a number', '7'],
    ['a list', '[1,2]'],
    ['a missing count', '{"prompt_tokens":10}'],
    ['a negative count', '{"prompt_tokens":-1,"completion_tokens":5}'],
    ['minus zero', '{"prompt_tokens":-0,"completion_tokens":5}'],
    ['a fraction', '{"prompt_tokens":10.5,"completion_tokens":5}'],
    ['an exponent', '{"prompt_tokens":1e308,"completion_tokens":5}'],
    ['a string', '{"prompt_tokens":"10","completion_tokens":5}'],
    ['an input beyond its bound', '{"prompt_tokens":1001,"completion_tokens":5}'],
    ['an output beyond its bound', '{"prompt_tokens":10,"completion_tokens":501}'],
    ['an integer no double holds', '{"prompt_tokens":99999999999999999999,"completion_tokens":5}'],
  ])('does not believe %s', (_, usage) => {
    expect(read(usage)).toBeNull();
  });

  it('is null when the reply has none', () => {
    expect(readUsage({}, bounds)).toBeNull();
  });
});
