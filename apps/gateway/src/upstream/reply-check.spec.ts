import { LosslessNumber } from 'lossless-json';
import { readReply } from './reply-check';

const read = (bodyText: string) => readReply({ status: 200, bodyText, ms: 1 });

describe('a reply is read', () => {
  it.each([
    ['text', '{"choices":[{"index":0,"message":{"role":"assistant","content":"你好"}}]}'],
    ['parts', '{"choices":[{"message":{"content":[{"type":"text","text":"x"}]}}]}'],
    ['null content and a tool call', '{"choices":[{"message":{"content":null,"tool_calls":[{"id":"c"}]}}]}'],
    ['a message without content', '{"choices":[{"message":{"refusal":"no"}}]}'],
    ['null tool calls', '{"choices":[{"message":{"content":"","tool_calls":null}}]}'],
  ])('with %s', (_, body) => {
    expect(read(body).choices).toHaveLength(1);
  });

  it('without losing a digit', () => {
    const reply = read('{"choices":[{"message":{"content":"x"}}],"big":1234567890123456789}');
    expect(reply.big).toEqual(new LosslessNumber('1234567890123456789'));
  });
});

describe('a reply is refused', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['a broken end', '{"choices":[{"message":{"content":"x"'],
    ['two values', '{"choices":[{"message":{}}]}{}'],
    ['a list', '[]'],
    ['a number', '7'],
    ['no choices', '{"error":{"message":"秘密"}}'],
    ['empty choices', '{"choices":[]}'],
    ['choices that are no list', '{"choices":{"0":{"message":{}}}}'],
    ['a choice that is no object', '{"choices":["x"]}'],
    ['a choice without a message', '{"choices":[{"message":{"content":"x"}},{"delta":{}}]}'],
    ['a message that is text', '{"choices":[{"message":"x"}]}'],
    ['content that is an object', '{"choices":[{"message":{"content":{"a":1}}}]}'],
    ['content that is a number', '{"choices":[{"message":{"content":7}}]}'],
    ['tool calls that are text', '{"choices":[{"message":{"tool_calls":"x"}}]}'],
    ['two readings of one key', '{"choices":[{"message":{"content":"a","content":"b"}}]}'],
    ['bottomless nesting', `{"choices":${'['.repeat(100_000)}`],
  ])('%s', (_, body) => {
    let thrown: unknown;
    try {
      read(body);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'upstream_error', extras: { upstream_status: 200 } });
    expect((thrown as Error).cause).toBeUndefined();
  });
});
