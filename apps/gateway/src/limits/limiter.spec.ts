import { AppError, loadConfig } from '@gw/platform';
import { Limiter } from './limiter';
import { MemoryLimitStore } from './memory-limit.store';

function setUp(
  limits: { requestsPerMinute?: number; tokensPerMinute?: number; maxConcurrent?: number } = {},
) {
  const store = new MemoryLimitStore();
  let now = 1_000;
  store.now = () => now;
  const limiter = new Limiter(
    store,
    loadConfig({ GW_REQUESTS_PER_MINUTE: '3', GW_CONCURRENT_REQUESTS_MAX: '100' }),
  );
  const key = {
    keyNumber: '7',
    requestsPerMinute: null,
    tokensPerMinute: null,
    maxConcurrent: null,
    ...limits,
  };
  const headers: Record<string, string> = {};
  return {
    limiter,
    key,
    headers,
    pass: (ms: number) => (now += ms),
    admit: (keyNumber = key.keyNumber) =>
      limiter.admit({ ...key, keyNumber }, (name, value) => (headers[name] = value)),
  };
}
const refusal = (error: unknown) => (error as AppError).code;

describe('requests per minute', () => {
  it('admits the limit, says how much is left, and refuses one more', async () => {
    const { admit, headers } = setUp();
    for (const left of ['2', '1', '0']) {
      await admit();
      expect(headers['x-ratelimit-remaining-requests']).toBe(left);
    }
    expect(headers).toMatchObject({ 'x-ratelimit-limit-requests': '3', 'x-ratelimit-reset-requests': '60s' });
    await expect(admit().catch(refusal)).resolves.toBe('rate_limited');
    expect(headers['retry-after']).toBe('20');
  });

  it('admits again after the time it named, and not before', async () => {
    const { admit, pass } = setUp();
    for (let i = 0; i < 3; i++) await admit();
    pass(19_999);
    await expect(admit().catch(refusal)).resolves.toBe('rate_limited');
    pass(1);
    await expect(admit()).resolves.toBeDefined();
  });

  it('never saves up more than a minute', async () => {
    const { admit, pass, headers } = setUp();
    pass(3_600_000);
    await admit();
    expect(headers['x-ratelimit-remaining-requests']).toBe('2');
  });

  it('counts each key by itself, and prefers its own limit', async () => {
    const { admit, limiter, key, headers } = setUp();
    for (let i = 0; i < 3; i++) await admit('7');
    await expect(admit('8')).resolves.toBeDefined();
    await limiter.admit(
      { ...key, keyNumber: '9', requestsPerMinute: 50 },
      (name, value) => (headers[name] = value),
    );
    expect(headers['x-ratelimit-limit-requests']).toBe('50');
  });
});

describe('concurrency', () => {
  it('gives a slot back', async () => {
    const { admit } = setUp({ requestsPerMinute: 100, maxConcurrent: 2 });
    const release = await admit();
    await admit();
    await expect(admit().catch(refusal)).resolves.toBe('too_many_concurrent');
    release();
    await expect(admit()).resolves.toBeDefined();
  });
});

describe('tokens per minute', () => {
  it('lets a key that owes tokens wait until the debt is paid', async () => {
    const { admit, limiter, key, pass, headers } = setUp({ requestsPerMinute: 100, tokensPerMinute: 600 });
    await admit();
    await limiter.debitTokens(key, 900);
    await expect(admit().catch(refusal)).resolves.toBe('rate_limited');
    expect(headers['x-ratelimit-remaining-tokens']).toBe('0');
    expect(headers['retry-after']).toBe('31');
    pass(31_000);
    await expect(admit()).resolves.toBeDefined();
  });
});
