import { SandboxUpstream } from './sandbox.upstream';
import { readReply } from './reply-check';
import { readUsage } from './usage';
import type { UpstreamCall } from './upstream';

const model = { name: 'echo' } as UpstreamCall['model'];
const chat = async (body: object) => {
  const reply = await new SandboxUpstream().chat({ model, body: JSON.stringify(body), requestId: 'r-1' });
  return { reply, body: JSON.parse(reply.bodyText) };
};

describe('sandbox/echo', () => {
  it('repeats the last message', async () => {
    const { body } = await chat({
      messages: [
        { role: 'system', content: '你是助手' },
        { role: 'user', content: '电话19412345678' },
      ],
    });
    expect(body).toMatchObject({
      id: 'chatcmpl-r-1',
      object: 'chat.completion',
      model: 'echo',
      choices: [
        { index: 0, message: { role: 'assistant', content: '电话19412345678' }, finish_reason: 'stop' },
      ],
    });
  });

  it('counts Unicode code points', async () => {
    const { body } = await chat({
      messages: [
        { role: 'system', content: '𠮷野家' },
        { role: 'user', content: '好👍' },
      ],
      n: 2,
    });
    expect(body.usage).toEqual({ prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 });
    expect(body.choices.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
  });

  it('joins text parts and skips others', async () => {
    const content = [
      { type: 'text', text: '甲' },
      { type: 'image_url', image_url: {} },
      { type: 'text', text: '乙' },
    ];
    const { body } = await chat({ messages: [{ role: 'user', content }] });
    expect(body.choices[0].message.content).toBe('甲乙');
  });

  it.each([
    ['no messages', {}],
    ['null content', { messages: [{ role: 'assistant', content: null }] }],
    ['an odd n', { messages: [], n: 'many' }],
    ['a huge n', { messages: [], n: 1e9 }],
  ])('answers empty text to %s', async (_, request) => {
    const { body } = await chat(request);
    expect(body.choices).toHaveLength(1);
    expect(body.choices[0].message.content).toBe('');
  });

  it('answers what the pipeline accepts', async () => {
    const { reply } = await chat({ messages: [{ role: 'user', content: '好' }] });
    expect(readUsage(readReply(reply), { tokensInMax: 10, tokensOutMax: 10 })).toEqual({
      tokensIn: 1,
      tokensOut: 1,
    });
  });
});
