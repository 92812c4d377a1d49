import { parse } from 'lossless-json';
import { AppError, type JsonObject } from '@gw/platform';
import { readChatRequest } from './chat.dto';

const read = (text: string) => readChatRequest(parse(text) as JsonObject, 3);
const refusal = (text: string): AppError => {
  try {
    read(text);
  } catch (error) {
    return error as AppError;
  }
  throw new Error('was accepted');
};
const body = (rest: string): string => `{"model":"a/b","messages":[{"role":"user","content":"x"}]${rest}}`;

describe('a chat request', () => {
  it.each([
    ['string content', body('')],
    ['stream: false', body(',"stream":false')],
    ['null content', '{"model":"a/b","messages":[{"role":"assistant","content":null,"tool_calls":[]}]}'],
    ['absent content', '{"model":"a/b","messages":[{"role":"assistant"}]}'],
    ['parts', '{"model":"a/b","messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]}'],
    ['a name with further slashes', '{"model":"a/b/c","messages":[{"role":"user"}]}'],
  ])('may have %s', (_, text) => {
    expect(read(text).choices).toBe(1);
  });

  it('tells how many answers and how many tokens are wanted, and in which field', () => {
    expect(read(body(',"n":2,"max_tokens":64'))).toMatchObject({
      choices: 2,
      outputBounds: [{ field: 'max_tokens', tokens: 64 }],
    });
  });

  it.each([
    ['{"messages":[{"role":"user"}]}', ['model']],
    ['{"model":"a/b"}', ['messages']],
    ['{"model":"a/b","messages":[]}', ['messages']],
    ['{"model":"a/b","messages":"x"}', ['messages']],
    ['{"model":"a/b","messages":[1]}', ['messages[0]']],
    ['{"model":"a/b","messages":[{"role":"boss"}]}', ['messages[0].role']],
    ['{"model":"a/b","messages":[{"role":"user","content":7}]}', ['messages[0].content']],
    ['{"model":"a/b","messages":[{"role":"user","content":["x"]}]}', ['messages[0].content[0]']],
    [`{"model":"a/b","messages":[${Array(4).fill('{"role":"user"}').join()}]}`, ['messages']],
    [body(',"stream":"yes"'), ['stream']],
    [body(',"n":0'), ['n']],
    [body(',"n":1.5'), ['n']],
    [body(',"max_tokens":-1'), ['max_tokens']],
    [body(',"max_completion_tokens":1e400'), ['max_completion_tokens']],
  ])('%s is refused, naming the fields', (text, paths) => {
    const error = refusal(text);
    expect(error.code).toBe('invalid_request');
    expect(error.extras.fields?.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    [body(',"stream":true'), 'stream_unsupported'],
    ['{"model":"deepseek-chat","messages":[{"role":"user"}]}', 'model_prefix_required'],
    ['{"model":"a/有 空格","messages":[{"role":"user"}]}', 'model_not_found'],
  ])('%s is refused as %s', (text, code) => {
    expect(refusal(text).code).toBe(code);
  });
});
