import { createHash } from 'node:crypto';
import { luhnIsValid, mod112IsValid } from '../support/check-digits';
import { completion, json, reply, toolCall } from '../support/fake-upstream';
import { startWorld, type World } from '../support/world';

const TEXT = '我叫张伟明，手机13812345678，身份证11010519491231002X，卡号6217000012345678907。';
const ORIGINALS = ['张伟明', '13812345678', '11010519491231002X', '6217000012345678907'];
const user = (content: unknown) => [{ role: 'user', content }];

describe('a chat through the gateway', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.model.requests.splice(0));

  const sent = () => world.model.requests.at(-1)!;
  const sentText = (): string => sent().json.messages.at(-1).content;

  it('sends none of the originals, but look-alikes that pass the same checks', async () => {
    const { status } = await world.chat({ messages: user(TEXT) });
    expect(status).toBe(200);
    for (const original of ORIGINALS) expect(sent().body.toString()).not.toContain(original);
    expect(sentText()).toMatch(
      /^我叫[\u4e00-\u9fa5]{3}，手机1[3-9]\d{9}，身份证\d{17}[\dX]，卡号621700\d{13}。$/,
    );
    expect(mod112IsValid(/身份证(\w{18})/.exec(sentText())![1]!)).toBe(true);
    expect(luhnIsValid(/卡号(\d{19})/.exec(sentText())![1]!)).toBe(true);
  });

  it('answers the original text byte for byte when the model echoes', async () => {
    const { body } = await world.chat({ messages: user(TEXT) });
    expect(body.choices[0].message.content).toBe(TEXT);
  });

  it('tells everything about the call in gw, with money exact to the nano-yuan', async () => {
    const before = await world.balance();
    const { body } = await world.chat({ messages: user(TEXT) });
    // 10 prompt tokens at 2 CNY and 5 completion tokens at 3 CNY per million.
    const cost = (10 * 2 + 5 * 3) / 1e6;
    expect(body.gw).toEqual({
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      entities_processed: 4,
      jurisdiction: 'domestic',
      egress: 'direct',
      cost,
      balance: Number((before - cost).toFixed(9)),
      audit_head: expect.stringMatching(/^[0-9a-f]{64}$/),
      audit_seq: expect.any(Number),
      policy_version: 0,
      usage_source: 'upstream',
    });
    expect(await world.balance()).toBe(body.gw.balance);
  });

  it('gives the same number written differently the same look-alike in its own separators', async () => {
    await world.chat({ messages: user('13812345678和138-1234-5678和138 1234 5678') });
    const [plain, dashed, spaced] = sentText().split('和') as [string, string, string];
    expect(dashed).toBe(`${plain.slice(0, 3)}-${plain.slice(3, 7)}-${plain.slice(7)}`);
    expect(spaced).toBe(dashed.replaceAll('-', ' '));
  });

  it('gives another tenant another look-alike', async () => {
    await world.chat({ messages: user('手机13812345678') });
    const ours = sentText();
    const other = await world.tenant();
    await world.chat({ messages: user('手机13812345678') }, { key: other.key });
    expect(sentText()).not.toBe(ours);
    expect(sentText()).not.toContain('13812345678');
  });

  it('masks every field a text can hide in', async () => {
    await world.chat({
      user: '13812345678',
      metadata: { owner: '13812345678' },
      stop: ['13812345678'],
      x_vendor: { phone: 13812345678, '13812345678': ['13812345678'] },
      tools: [{ type: 'function', function: { name: 'call', description: '拨打13812345678' } }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: '客服13812345678' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'call', arguments: '{"to":"13812345678"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"phone":"13812345678"}' },
      ],
    });
    expect(sent().body.toString()).not.toContain('13812345678');
    expect(typeof sent().json.x_vendor.phone).toBe('number');
  });

  it('restores tool-call arguments and keeps them valid JSON', async () => {
    world.model.respondWith((request, response) => {
      const phone = /1[3-9]\d{9}/.exec(request.body.toString())![0];
      return toolCall('call', { to: phone, note: `请拨打${phone}` })(request, response);
    });
    const { body } = await world.chat({ messages: user('拨打13812345678') });
    const [call] = body.choices[0].message.tool_calls;
    expect(JSON.parse(call.function.arguments)).toEqual({ to: '13812345678', note: '请拨打13812345678' });
    world.model.respondWith(world.echo);
  });

  it('restores every choice', async () => {
    world.model.respondWith((request, response) => {
      const content = request.json.messages.at(-1).content;
      const choices = [0, 1].map((index) => ({
        index,
        message: { role: 'assistant', content },
        finish_reason: 'stop',
      }));
      return json(completion({}, { choices }))(request, response);
    });
    const { body } = await world.chat({ n: 2, messages: user('手机13812345678') });
    const contents = (body.choices as { message: { content: string } }[]).map(
      ({ message }) => message.content,
    );
    expect(contents).toEqual(['手机13812345678', '手机13812345678']);
    world.model.respondWith(world.echo);
  });

  it('restores nothing that this request did not bring', async () => {
    await world.chat({ messages: user('手机13812345678') });
    const lookAlike = /\d{11}/.exec(sentText())![0];
    world.model.respondWith(reply(`号码是${lookAlike}`));
    const { body } = await world.chat({ messages: user('上次的号码是多少？') });
    expect(body.choices[0].message.content).toBe(`号码是${lookAlike}`);
    world.model.respondWith(world.echo);
  });

  it('leaves one audit record whose head is recomputed from the leaves', async () => {
    const before = (await world.get('/v1/audit/head')).body;
    const { body } = await world.chat({ messages: user(TEXT) });
    expect(body.gw.audit_seq).toBe(before.seq + 1);
    const { body: page } = await world.get(`/v1/audit/leaves?from=${before.seq + 1}&to=${body.gw.audit_seq}`);
    expect(page.head_before).toBe(before.audit_head);
    let head = Buffer.from(page.head_before, 'hex');
    page.leaves.forEach((leaf: string, index: number) => {
      const seq = Buffer.alloc(8);
      seq.writeBigUInt64BE(BigInt(page.from + index));
      head = createHash('sha256')
        .update('gw-audit-chain/v1\n')
        .update(seq)
        .update(head)
        .update(Buffer.from(leaf, 'hex'))
        .digest();
    });
    expect(head.toString('hex')).toBe(body.gw.audit_head);
    const { body: own } = await world.get(`/v1/audit/records/${body.gw.request_id}`);
    expect(JSON.parse(own.record)).toMatchObject({ kind: 'chat', outcome: 'completed' });
    for (const original of ORIGINALS) expect(own.record).not.toContain(original);
  });

  it('answers a retry with the same Idempotency-Key from the first reply, without a second charge', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const first = await world.chat({ messages: user(TEXT) }, { headers });
    const again = await world.chat({ messages: user(TEXT) }, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(world.model.requests).toHaveLength(1);
    expect(await world.balance()).toBe(first.body.gw.balance);
    const other = await world.chat({ messages: user('另一个问题') }, { headers });
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_mismatch']);
  });

  it('lets a test key reach the sandbox only, for free', async () => {
    const key = await world.issueKey({ environment: 'test' });
    const refused = await world.chat({ messages: user('x') }, { key });
    expect([refused.status, refused.body.error]).toEqual([403, 'key_scope']);
    const { body } = await world.chat({ model: 'sandbox/echo', messages: user(TEXT) }, { key });
    expect(body.gw).toMatchObject({ cost: 0, jurisdiction: 'local', egress: 'none' });
    expect(body.choices[0].message.content).toBe(TEXT);
    expect(body.gw.model_saw).not.toContain('13812345678');
  });

  describe('refuses, forwards nothing, charges nothing and leaves exactly one record:', () => {
    const big = { messages: user('字'.repeat(400_000)) };
    const deep = `{"model":"deepseek/deepseek-chat","messages":[{"role":"user","content":"x"}],"x":${'['.repeat(100)}${']'.repeat(100)}}`;

    it.each<[string, number, string, unknown]>([
      ['streaming', 400, 'stream_unsupported', { stream: true, messages: user(TEXT) }],
      [
        'a model without prefix',
        400,
        'model_prefix_required',
        { model: 'deepseek-chat', messages: user(TEXT) },
      ],
      ['an unknown model', 404, 'model_not_found', { model: 'deepseek/none', messages: user(TEXT) }],
      ['a closed model', 403, 'model_not_open', { model: 'qwen/qwen-plus', messages: user('你好') }],
      [
        'an ID card to an overseas model',
        403,
        'blocked_by_policy',
        { model: 'openai/overseas', messages: user(TEXT) },
      ],
      ['a body without messages', 400, 'invalid_request', {}],
      [
        'an image part',
        400,
        'unscannable_content',
        { messages: user([{ type: 'image_url', image_url: { url: 'x' } }]) },
      ],
      [
        'personal data in an id',
        400,
        'invalid_request',
        { messages: [{ role: 'tool', tool_call_id: '13812345678', content: '' }] },
      ],
      ['broken JSON', 400, 'invalid_json', '{"model":'],
      ['GBK bytes', 400, 'invalid_encoding', Buffer.from([0x7b, 0x22, 0xd5, 0xc5, 0x22, 0x3a, 0x31, 0x7d])],
      [
        'a lone surrogate',
        400,
        'invalid_encoding',
        '{"model":"a/b","messages":[{"role":"user","content":"\\ud800"}]}',
      ],
      ['NUL', 400, 'invalid_encoding', '{"model":"a/b","messages":[{"role":"user","content":"\\u0000"}]}'],
      ['a body that is too deep', 400, 'invalid_request', deep],
      ['a body that is too large', 413, 'body_too_large', big],
    ])('%s → %i %s', async (_, status, code, body) => {
      const balance = await world.balance();
      const { seq } = (await world.get('/v1/audit/head')).body;
      const answer = await world.chat(body as object);
      expect([answer.status, answer.body.error]).toEqual([status, code]);
      expect(answer.body.detail).toMatch(/\w.*\.$/);
      expect(answer.headers.get('x-gateway-error-code')).toBe(code);
      expect(answer.text).not.toMatch(/张伟明|13812345678|11010519491231002X/);
      expect(world.model.requests).toHaveLength(0);
      expect(await world.balance()).toBe(balance);
      expect((await world.get('/v1/audit/head')).body.seq).toBe(seq + 1);
    });

    it('a call the balance does not cover → 402 with balance and required', async () => {
      const poor = await world.tenant({ credit: 0.000001 });
      const answer = await world.chat({ messages: user('你好') }, { key: poor.key });
      expect([answer.status, answer.body.error]).toEqual([402, 'insufficient_balance']);
      expect(answer.body).toMatchObject({ balance: 0.000001, required: expect.any(Number) });
      expect(world.model.requests).toHaveLength(0);
    });
  });

  it.each([
    ['an error', 502, 'upstream_error', json({ error: { message: 'vendor detail' } }, 500)],
    ['nonsense', 502, 'upstream_error', json({ hello: 1 })],
  ])('charges nothing when the model answers %s', async (_, status, code, behavior) => {
    const balance = await world.balance();
    world.model.respondWith(behavior);
    const answer = await world.chat({ messages: user('你好') });
    world.model.respondWith(world.echo);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(answer.text).not.toContain('vendor detail');
    expect(await world.balance()).toBe(balance);
  });

  it('estimates usage that the model does not tell', async () => {
    world.model.respondWith(reply('好的', { usage: undefined }));
    const { body } = await world.chat({ messages: user('你好') });
    world.model.respondWith(world.echo);
    expect(body.gw.usage_source).toBe('estimated');
    expect(body.gw.cost).toBeGreaterThan(0);
  });

  it('writes a bound on the output into the request, in the field the caller used', async () => {
    await world.chat({ messages: user('你好') });
    expect(sent().json.max_tokens).toBeGreaterThan(0);
    await world.chat({ max_completion_tokens: 7, messages: user('你好') });
    expect(sent().json).toMatchObject({ max_completion_tokens: 7, model: 'deepseek-chat' });
    expect(sent().json.max_tokens).toBeUndefined();
  });

  it('keeps every digit of numbers it does not replace', async () => {
    const text =
      '{"model":"deepseek/deepseek-chat","seed":1234567890123456789,"messages":[{"role":"user","content":"x"}]}';
    await world.chat(text);
    expect(sent().body.toString()).toContain('"seed":1234567890123456789');
  });

  it('refuses a revoked key everywhere within seconds', async () => {
    const { key, number } = await world.issueKeyWithNumber({ environment: 'live' });
    expect((await world.chat({ messages: user('你好') }, { key })).status).toBe(200);
    await world.revoke(number);
    const deadline = Date.now() + 5_000;
    let status = 200;
    while (status !== 401 && Date.now() < deadline) {
      ({ status } = await world.chat({ messages: user('你好') }, { key }));
    }
    expect(status).toBe(401);
  });
});
