import OpenAI from 'openai';
import { startWorld, type World } from '../support/world';

describe('the OpenAI client library, with only its base URL and key changed', () => {
  let world: World;
  let client: OpenAI;

  beforeAll(async () => {
    world = await startWorld();
    client = new OpenAI({ baseURL: `${world.gateway.url}/v1`, apiKey: world.key, maxRetries: 0 });
  });
  afterAll(() => world.close());

  const ask = (model: string, content: string, more: object = {}) =>
    client.chat.completions.create({ model, messages: [{ role: 'user', content }], ...more });

  it('chats', async () => {
    const { choices, usage } = await ask('deepseek/deepseek-chat', '手机13812345678');
    expect(choices[0]?.message.content).toBe('手机13812345678');
    expect(usage?.prompt_tokens).toBe(10);
    expect(world.model.requests.at(-1)?.body.toString()).not.toContain('13812345678');
  });

  it('lists models', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toContain('deepseek/deepseek-chat');
  });

  it.each([
    ['deepseek-chat', 400, 'model_prefix_required'],
    ['deepseek/none', 404, 'model_not_found'],
    ['openai/overseas', 403, 'blocked_by_policy'],
  ])('reads the code and the sentence of a refusal (%s)', async (model, status, code) => {
    const error = await ask(model, '身份证号11010519491231002X').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({ status, code, requestID: expect.any(String) });
    expect((error as Error).message).toMatch(/[a-z]+.*[.;]/);
  });

  it('is told that its key is not valid', async () => {
    const stranger = new OpenAI({ baseURL: `${world.gateway.url}/v1`, apiKey: 'gw_live_1_x', maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});
