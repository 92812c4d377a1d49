import type { CatalogueModel } from '@gw/catalogue';
import { AppError, loadConfig } from '@gw/platform';
import { OpenAiCompatibleUpstream } from '../../apps/gateway/src/upstream/openai-compatible.upstream';
import { readReply } from '../../apps/gateway/src/upstream/reply-check';
import {
  emptyChoices,
  endlessEvents,
  errorStatus,
  gzipBomb,
  hangUp,
  htmlPage,
  hugeBody,
  hugeHeader,
  json,
  completion,
  raw,
  redirectTo,
  reply,
  resetMidBody,
  stallBeforeHeaders,
  stallMidBody,
  startFakeUpstream,
  trickle,
  truncatedJson,
  type FakeUpstream,
} from '../support/fake-upstream';

const REPLY_BYTES_MAX = 100_000;
const MIB = 1_048_576;
const CHANNEL_KEY = 'sk-channel-secret';
const MASKED_TEXT = '电话19412345678';

const config = loadConfig({
  GW_UPSTREAM_PRIVATE_CIDRS: '127.0.0.0/8',
  GW_UPSTREAM_REPLY_BYTES_MAX: String(REPLY_BYTES_MAX),
  GW_UPSTREAM_CONNECT_TIMEOUT_MS: '500',
  GW_UPSTREAM_TIMEOUT_MS: '5000',
});
const upstream = new OpenAiCompatibleUpstream(config);
let model: FakeUpstream;
let elsewhere: FakeUpstream;

beforeAll(async () => {
  [model, elsewhere] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
});
afterAll(async () => {
  await upstream.onApplicationShutdown();
  await Promise.all([model.close(), elsewhere.close()]);
});
beforeEach(() => {
  model.requests.splice(0);
  elsewhere.requests.splice(0);
});

function call(channel: Partial<CatalogueModel['channel']> = {}) {
  const vendor = 'deepseek';
  return upstream.chat({
    model: {
      id: 'deepseek/deepseek-chat',
      vendor,
      name: 'deepseek-chat',
      channel: {
        vendor,
        baseUrl: model.baseUrl,
        apiKey: CHANNEL_KEY,
        egress: 'direct',
        proxyUrl: null,
        timeoutMs: null,
        protocol: 'openai',
        ...channel,
      },
    } as unknown as CatalogueModel,
    body: JSON.stringify({ model: 'deepseek-chat', messages: [{ role: 'user', content: MASKED_TEXT }] }),
    requestId: '01890000-0000-7000-8000-000000000000',
  });
}

/** Reads and checks as the pipeline does; answers the error, and makes sure that it tells nothing. */
async function failureOf(channel: Partial<CatalogueModel['channel']> = {}): Promise<AppError> {
  const error = await call(channel)
    .then(readReply)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(AppError);
  const { stack, extras, cause } = error as AppError;
  const told = `${stack}${JSON.stringify(extras)}${(cause as Error | undefined)?.stack}${JSON.stringify(cause)}`;
  expect(told).not.toMatch(/internal detail|Welcome|半|19412345678|sk-channel-secret/);
  return error as AppError;
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
}

const connectionClosed = (): Promise<void> => until(() => model.requests.at(-1)?.isConnected() === false);

describe('a call', () => {
  it('sends the body untouched and no header beyond the allow-list', async () => {
    await call();
    const [request] = model.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
    expect(request!.json.messages[0].content).toBe(MASKED_TEXT);
    expect(request!.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${CHANNEL_KEY}`,
      connection: 'keep-alive',
      'content-length': String(request!.body.length),
      'content-type': 'application/json; charset=utf-8',
      host: new URL(model.baseUrl).host,
      'user-agent': expect.stringMatching(/^privacy-gateway\/\d+\.\d+\.\d+$/),
    });
  });

  it('sends no Authorization for a channel without a key, and bears a slash at the end of the base URL', async () => {
    await call({ apiKey: null, baseUrl: `${model.baseUrl}/` });
    expect(model.requests[0]!.headers.authorization).toBeUndefined();
    expect(model.requests[0]!.url).toBe('/v1/chat/completions');
  });

  it('brings status, text and time of the reply', async () => {
    model.respondWith(reply('好的，𠮷野家'));
    const answer = await call();
    expect(readReply(answer)).toMatchObject({ choices: [{ message: { content: '好的，𠮷野家' } }] });
    expect(answer.status).toBe(200);
    expect(answer.ms).toBeGreaterThanOrEqual(0);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/x+json',
  ])('accepts the content type %s', async (type) => {
    model.respondWith(
      raw(JSON.stringify(completion({ content: 'ok' })), { headers: { 'content-type': type } }),
    );
    await expect(call().then(readReply)).resolves.toBeDefined();
  });
});

describe('a model that fails', () => {
  it('refusing the connection is upstream_error', async () => {
    const gone = await startFakeUpstream();
    await gone.close();
    expect(await failureOf({ baseUrl: gone.baseUrl })).toMatchObject({ code: 'upstream_error', extras: {} });
  });

  it.each([
    ['never answering', stallBeforeHeaders()],
    ['stalling in the body', stallMidBody()],
    ['trickling for ever', trickle()],
  ])('by %s is upstream_timeout at the deadline, and its socket is closed', async (_, behavior) => {
    model.respondWith(behavior);
    const startedAt = performance.now();
    expect(await failureOf({ timeoutMs: 200 })).toMatchObject({ code: 'upstream_timeout' });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await connectionClosed();
  });

  it.each([
    ['a reset in the body', resetMidBody(), 200],
    ['a connection closed without a word', hangUp(), undefined],
    ['429', errorStatus(429), 429],
    ['500', errorStatus(500), 500],
    ['503', errorStatus(503), 503],
    ['401 to the channel key', errorStatus(401), 401],
    ['an HTML page with 200', htmlPage(), 200],
    ['truncated JSON', truncatedJson(), 200],
    ['no content', raw('', { status: 204 }), 204],
    ['an empty body', raw(''), 200],
    [
      'JSON under another content type',
      raw('{"choices":[]}', { headers: { 'content-type': 'text/plain' } }),
      200,
    ],
    ['another charset', raw('{}', { headers: { 'content-type': 'application/json; charset=gbk' } }), 200],
    [
      'bytes that are not UTF-8',
      raw(Buffer.from('{"choices":[{"message":{"content":"\xff"}}]}', 'latin1')),
      200,
    ],
    ['empty choices', emptyChoices(), 200],
    ['an error with 200', json({ error: { message: 'internal detail' } }), 200],
    ['an endless event stream', endlessEvents(), 200],
    ['10 MB of headers', hugeHeader(10 * MIB), undefined],
    ['a compressed reply', gzipBomb(64 * MIB), 200],
  ])('with %s is upstream_error', async (_, behavior, status) => {
    model.respondWith(behavior);
    const error = await failureOf();
    expect(error.code).toBe('upstream_error');
    expect(error.extras).toEqual(status === undefined ? {} : { upstream_status: status });
  });

  it('with an endless event stream loses its socket', async () => {
    model.respondWith(endlessEvents());
    await failureOf();
    await connectionClosed();
  });

  it('with a huge body is cut at the limit, in bounded memory', async () => {
    model.respondWith(hugeBody(1_024 * MIB));
    const before = process.memoryUsage().rss;
    expect(await failureOf()).toMatchObject({ code: 'upstream_error', extras: { upstream_status: 200 } });
    await connectionClosed();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
  });

  it.each([
    ['at the limit', 0, 'read'],
    ['one byte beyond it', 1, 'upstream_error'],
  ])('or not, with a reply %s', async (_, extra, outcome) => {
    const body = JSON.stringify(completion({ content: '' }));
    const padded = body.replace(
      '"content":""',
      `"content":"${'x'.repeat(REPLY_BYTES_MAX - body.length + extra)}"`,
    );
    model.respondWith(raw(padded));
    const told = await call().then(
      () => 'read',
      (error: AppError) => error.code,
    );
    expect(told).toBe(outcome);
  });

  it.each([301, 302, 303, 307, 308])('by redirecting with %i is not followed', async (status) => {
    model.respondWith(redirectTo(`${elsewhere.baseUrl}/chat/completions`, status));
    expect(await failureOf()).toMatchObject({ code: 'upstream_error', extras: { upstream_status: status } });
    expect(model.requests).toHaveLength(1);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('is called once: nothing is retried', async () => {
    for (const behavior of [hangUp(), errorStatus(503), resetMidBody()]) {
      model.requests.splice(0);
      model.respondWith(behavior);
      await failureOf();
      expect(model.requests).toHaveLength(1);
    }
  });
});

describe('a channel that cannot be used', () => {
  it.each([
    ['has no address', { baseUrl: null }],
    ['is to use a proxy it does not name', { egress: 'proxy', proxyUrl: null }],
    ['has no egress', { egress: 'none' }],
  ] as const)('because it %s is model_not_open', async (_, channel) => {
    expect((await failureOf(channel)).code).toBe('model_not_open');
    expect(model.requests).toHaveLength(0);
  });

  it('is left at once when its address changes', async () => {
    model.respondWith(reply('a'));
    elsewhere.respondWith(reply('b'));
    await call();
    await call({ baseUrl: elsewhere.baseUrl });
    expect([model.requests.length, elsewhere.requests.length]).toEqual([1, 1]);
    await until(() => model.openSockets() === 0);
  });
});
