import { parse, stringify } from 'lossless-json';
import type { JsonObject } from '@gw/platform';
import {
  collectRequestTexts,
  hasUnscannablePart,
  malformedStructuralPath,
  mapReplyTexts,
  mapRequestTexts,
} from './chat-text';

const json = (text: string): JsonObject => parse(text) as JsonObject;
const mask = (body: JsonObject): string =>
  stringify(mapRequestTexts(body, ({ text }) => text.replaceAll('13812345678', '19400000000'))) as string;

describe('the texts of a chat request', () => {
  it.each([
    ['string content', '{"messages":[{"role":"user","content":"电话13812345678"}]}'],
    ['an array of parts', '{"messages":[{"role":"user","content":[{"type":"text","text":"13812345678"}]}]}'],
    ['the name of a speaker', '{"messages":[{"role":"user","name":"13812345678","content":"x"}]}'],
    [
      'a tool result',
      '{"messages":[{"role":"tool","tool_call_id":"c1","content":"{\\"p\\":\\"13812345678\\"}"}]}',
    ],
    [
      'tool-call arguments',
      '{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"p\\":[\\"13812345678\\"]}"}}]}]}',
    ],
    [
      'broken tool-call arguments',
      '{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"p\\":\\"13812345678"}}]}]}',
    ],
    [
      'a tool description',
      '{"tools":[{"type":"function","function":{"name":"f","description":"13812345678"}}]}',
    ],
    [
      'a schema default',
      '{"tools":[{"type":"function","function":{"name":"f","parameters":{"default":"13812345678"}}}]}',
    ],
    ['user', '{"user":"13812345678"}'],
    ['metadata', '{"metadata":{"a":"13812345678"}}'],
    ['stop', '{"stop":["13812345678"]}'],
    ['prediction', '{"prediction":{"type":"content","content":"13812345678"}}'],
    ['a field nobody knows', '{"x_vendor":{"deep":[{"y":"13812345678"}]}}'],
    ['a number', '{"x_vendor":{"phone":13812345678}}'],
    ['an object key', '{"metadata":{"13812345678":1}}'],
  ])('include %s', (_, body) => {
    expect(mask(json(body))).toBe(stringify(json(body.replaceAll('13812345678', '19400000000'))));
  });

  it('come in the same order in both passes', () => {
    const body = json('{"a":"1","messages":[{"role":"user","content":["x"]}],"b":{"12345":2}}');
    const leaves = collectRequestTexts(body);
    const seen: string[] = [];
    mapRequestTexts(body, ({ text }) => (seen.push(text), text));
    expect(seen).toEqual(leaves.map(({ text }) => text));
  });

  it('keep every digit of a number that is not replaced', () => {
    expect(mask(json('{"id":1234567890123456789,"t":0.70}'))).toBe('{"id":1234567890123456789,"t":0.70}');
  });

  it('turn a number into a string when its look-alike is not a number', () => {
    const body = mapRequestTexts(json('{"p":110105491231002}'), () => '011010X');
    expect(stringify(body)).toBe('{"p":"011010X"}');
  });

  it('are read through JSON escapes inside a string', () => {
    const escaped =
      '{"messages":[{"role":"tool","content":"{\\"name\\":\\"\\\\u5f20\\\\u4f1f\\\\u660e\\"}"}]}';
    expect(collectRequestTexts(json(escaped)).map(({ text }) => text)).toContain('张伟明');
  });

  it('keep the bytes of embedded JSON in which nothing was replaced', () => {
    const body = '{"messages":[{"tool_calls":[{"function":{"arguments":"{ \\"a\\" :  1.50 }"}}]}]}';
    expect(mask(json(body))).toBe(body);
  });

  it('carry __proto__ along as an ordinary key', () => {
    const body = '{"metadata":{"__proto__":{"x":"13812345678"}}}';
    expect(mask(json(body))).toBe(body.replace('13812345678', '19400000000'));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('tell structural values apart and check their form', () => {
    const leaves = collectRequestTexts(
      json('{"messages":[{"role":"tool","tool_call_id":"有 空格","content":""}]}'),
    );
    expect(malformedStructuralPath(leaves)).toBe('messages[].tool_call_id');
  });

  it.each([
    ['image_url', true],
    ['input_audio', true],
    ['file', true],
    ['text', false],
  ])('know that a part of type %s is unscannable: %s', (type, unscannable) => {
    const body = json(`{"messages":[{"role":"user","content":[{"type":"${type}","text":""}]}]}`);
    expect(hasUnscannablePart(body)).toBe(unscannable);
  });
});

describe('the texts of a reply', () => {
  const restore = (body: string): string =>
    stringify(mapReplyTexts(json(body), (text) => text.replaceAll('19400000000', '13812345678'))) as string;

  it.each([
    ['content', '{"choices":[{"index":0,"message":{"role":"assistant","content":"19400000000"}}]}'],
    ['every choice', '{"choices":[{"message":{"content":"a"}},{"message":{"content":"19400000000"}}]}'],
    ['reasoning', '{"choices":[{"message":{"content":null,"reasoning_content":"19400000000"}}]}'],
    ['a refusal', '{"choices":[{"message":{"refusal":"19400000000"}}]}'],
    ['parts', '{"choices":[{"message":{"content":[{"type":"text","text":"19400000000"}]}}]}'],
    [
      'tool-call arguments',
      '{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"n\\":\\"19400000000\\"}"}}]}}]}',
    ],
    [
      'a number in tool-call arguments',
      '{"choices":[{"message":{"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{\\"n\\":19400000000}"}}]}}]}',
    ],
  ])('are restored in %s', (_, body) => {
    expect(restore(body)).toBe(body.replaceAll('19400000000', '13812345678'));
  });

  it.each([
    [
      'tool names',
      '{"choices":[{"message":{"tool_calls":[{"id":"19400000000","function":{"name":"f19400000000","arguments":"x"}}]}}]}',
    ],
    ['keys', '{"choices":[{"message":{"tool_calls":[{"function":{"arguments":"{\\"19400000000\\":1}"}}]}}]}'],
    ['usage', '{"usage":{"prompt_tokens":19400000000}}'],
  ])('leave %s alone', (_, body) => {
    expect(restore(body)).toBe(body);
  });

  it('drop logprobs', () => {
    expect(restore('{"choices":[{"index":0,"logprobs":{"content":[]}}]}')).toBe('{"choices":[{"index":0}]}');
  });
});
