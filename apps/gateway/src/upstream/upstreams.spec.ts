import type { OpenAiCompatibleUpstream } from './openai-compatible.upstream';
import { SandboxUpstream } from './sandbox.upstream';
import type { UpstreamCall } from './upstream';
import { Upstreams } from './upstreams';

const openAiCompatible = { chat: () => Promise.resolve({ status: 200, bodyText: 'openai', ms: 1 }) };
const upstreams = new Upstreams(
  openAiCompatible as unknown as OpenAiCompatibleUpstream,
  new SandboxUpstream(),
);
const chat = (protocol: string) =>
  upstreams.chat({
    model: { name: 'm', channel: { protocol } } as UpstreamCall['model'],
    body: '{"messages":[{"role":"user","content":"好"}]}',
    requestId: 'r',
  });

describe('a call goes to who speaks the protocol of its channel', () => {
  it('over HTTP', async () => {
    await expect(chat('openai')).resolves.toMatchObject({ bodyText: 'openai' });
  });

  it('in this process', async () => {
    expect((await chat('sandbox')).bodyText).toContain('好');
  });

  it.each(['anthropic', 'carrier-pigeon'])('not at all for %s, which nobody speaks yet', async (protocol) => {
    await expect(chat(protocol)).rejects.toMatchObject({ code: 'model_not_open' });
  });
});
