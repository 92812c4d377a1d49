import { startWorld, type World } from '../support/world';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const DETECT = JSON.stringify({ text: '手机13812345678', language: 'zh' });

describe('the public port', () => {
  let world: World;
  let bearer: { authorization: string };

  beforeAll(async () => {
    world = await startWorld();
    bearer = { authorization: `Bearer ${world.key}` };
  });
  afterAll(() => world.close());

  const call = (path: string, init: RequestInit = {}) => fetch(world.gateway.url + path, init);
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(path, { headers: { ...bearer, ...headers } });
  const detect = (body: string, headers: Record<string, string> = {}) =>
    call('/v1/detect', { method: 'POST', body, headers: { ...bearer, ...JSON_TYPE, ...headers } });

  describe('without a valid key', () => {
    const unauthorized = async (authorization: string | undefined, path = '/v1/models') => {
      const response = await call(path, { headers: authorization === undefined ? {} : { authorization } });
      const { request_id: id, ...body } = (await response.json()) as Record<string, unknown>;
      expect(id).toBe(response.headers.get('x-request-id'));
      const headers = Object.fromEntries(response.headers);
      for (const name of ['date', 'x-request-id']) delete headers[name];
      return { status: response.status, headers, body };
    };

    it('answers a missing, malformed, unknown, revoked and expired key alike', async () => {
      const missing = await unauthorized(undefined);
      expect(missing.status).toBe(401);
      expect(missing.headers['www-authenticate']).toBe('Bearer');
      expect(missing.body.error).toBe('invalid_api_key');

      const revoked = await world.issueKey();
      await world.revoke(revoked);
      const expired = await world.issueKey({ expires_at: '2020-01-01T00:00:00Z' });
      const [, , number] = world.key.split('_');
      const variants = [
        '',
        'Bearer',
        `Basic ${world.key}`,
        world.key,
        'Bearer x',
        `Bearer ${world.key}x`,
        `Bearer ${world.key} x`,
        `Bearer gw_live_999999_${'a'.repeat(43)}`,
        `Bearer gw_live_${number}_${'a'.repeat(43)}`,
        `Bearer ${world.key.replace('live', 'test')}`,
        `Bearer gw_live_-1_${'a'.repeat(43)}`,
        `Bearer gw_live_99999999999999999999999_${'a'.repeat(43)}`,
        `Bearer gwop_1_${'a'.repeat(43)}`,
        `Bearer ${revoked}`,
        `Bearer ${expired}`,
      ];
      for (const variant of variants) expect(await unauthorized(variant)).toEqual(missing);
    });

    it('refuses a key that was in use within two seconds of its revocation', async () => {
      const key = await world.issueKey();
      const statusOf = async () => (await call('/', { headers: { authorization: `Bearer ${key}` } })).status;
      expect(await statusOf()).toBe(200);
      await world.revoke(key);
      const revokedAt = performance.now();
      while ((await statusOf()) === 200 && performance.now() - revokedAt < 5_000) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(await statusOf()).toBe(401);
      expect(performance.now() - revokedAt).toBeLessThan(2_000);
    });

    it('opens nothing but /healthz', async () => {
      for (const path of ['/', '/v1/models', '/v1/usage', '/v1/audit/head', '/v1/audit/leaves?from=1&to=1']) {
        expect((await call(path)).status).toBe(401);
      }
      expect((await call('/healthz')).status).toBe(200);
      const post = { method: 'POST', body: DETECT, headers: JSON_TYPE };
      for (const path of ['/v1/detect', '/v1/tokenize', '/v1/detokenize', '/v1/chat/completions']) {
        expect((await call(path, post)).status).toBe(401);
      }
    });

    it('says 404 for an unknown path and 405 for a wrong method, with or without a key', async () => {
      for (const headers of [{}, bearer]) {
        expect((await call('/v1/nothing', { headers })).status).toBe(404);
        const response = await call('/v1/detect', { headers });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      }
    });

    it('serves no documentation unless it is switched on', async () => {
      for (const path of ['/docs', '/docs-json']) expect((await call(path)).status).toBe(404);
    });
  });

  describe('with a key', () => {
    it('answers the status document at the root', async () => {
      await expect((await get('/')).json()).resolves.toMatchObject({
        service: 'privacy-gateway',
        version: '0.1.0',
        status: 'running',
        health: '/healthz',
      });
    });

    it('says how much of the limit is left', async () => {
      const { headers } = await get('/');
      expect(headers.get('x-ratelimit-limit-requests')).toBe('600');
      expect(Number(headers.get('x-ratelimit-remaining-requests'))).toBeLessThan(600);
    });

    it('holds a key to its own limit', async () => {
      const authorization = `Bearer ${await world.issueKey({ requests_per_minute: 2 })}`;
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await get('/', { authorization })).status);
      expect(statuses).toEqual([200, 200, 429]);
      const refused = await get('/', { authorization });
      expect(refused.headers.get('x-gateway-error-code')).toBe('rate_limited');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    });

    it('refuses a key from a foreign address', async () => {
      const authorization = `Bearer ${await world.issueKey({ allowed_ips: ['203.0.113.0/24'] })}`;
      expect((await get('/', { authorization })).headers.get('x-gateway-error-code')).toBe('key_scope');
      expect((await detect(DETECT, { authorization })).headers.get('x-gateway-error-code')).toBe('key_scope');
    });

    it('makes its own request id and only echoes the caller’s', async () => {
      const response = await get('/', { 'x-request-id': 'my-id-1' });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
      expect(response.headers.get('x-client-request-id')).toBe('my-id-1');
      expect(
        (await get('/', { 'x-request-id': '138 1234 5678' })).headers.get('x-client-request-id'),
      ).toBeNull();
    });

    it.each<[string, string, Record<string, string>, number, string]>([
      ['a foreign Accept', DETECT, { accept: 'text/html' }, 406, 'not_acceptable'],
      ['text/plain', DETECT, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      ['an unreadable content type', DETECT, { 'content-type': ';;;' }, 415, 'unsupported_media_type'],
      ['GBK', DETECT, { 'content-type': 'application/json; charset=gbk' }, 415, 'unsupported_media_type'],
      ['a compressed body', DETECT, { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
      ['a large body', JSON.stringify({ text: 'x'.repeat(1_100_000) }), {}, 413, 'body_too_large'],
      ['half a body', '{"text":', {}, 400, 'invalid_json'],
      ['no body', '', {}, 400, 'invalid_json'],
      ['a list', '[]', {}, 400, 'invalid_request'],
      ['a deep body', `{"text":${'['.repeat(100)}`, {}, 400, 'invalid_request'],
      ['a lone surrogate', '{"text":"\\ud800"}', {}, 400, 'invalid_encoding'],
      ['NUL', '{"text":"\\u0000"}', {}, 400, 'invalid_encoding'],
    ])('refuses %s, and leaves an audit record', async (_name, body, headers, status, code) => {
      const before = (await (await get('/v1/audit/head')).json()) as { seq: number };
      const response = await detect(body, headers);
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([status, code]);
      const after = (await (await get('/v1/audit/head')).json()) as { seq: number };
      expect(after.seq).toBe(before.seq + 1);
    });

    it('gives an error to the client libraries in the form they read', async () => {
      const response = await detect('[]', { 'x-stainless-lang': 'js' });
      await expect(response.json()).resolves.toMatchObject({
        error: { code: 'invalid_request', type: 'invalid_request_error', message: expect.any(String) },
      });
    });

    it('shows no record of another tenant, nor an unknown one', async () => {
      for (const id of ['x', '0190b3b0-0000-7000-8000-000000000001']) {
        expect((await get(`/v1/audit/records/${id}`)).status).toBe(404);
      }
    });

    it('checks the range of leaves', async () => {
      for (const query of [
        '',
        '?from=0&to=1',
        '?from=2&to=1',
        '?from=1&to=10001',
        '?from=1&to=2&x=1',
        '?from=a&to=b',
      ]) {
        expect((await get(`/v1/audit/leaves${query}`)).headers.get('x-gateway-error-code')).toBe(
          'invalid_request',
        );
      }
    });
  });

  it('keeps probes and metrics off the public port, and the API off the management port', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await get(path)).status).toBe(404);
      expect((await fetch(world.gateway.managementUrl + path)).status).toBe(200);
    }
    for (const path of ['/', '/v1/models', '/healthz']) {
      expect((await fetch(world.gateway.managementUrl + path, { headers: bearer })).status).toBe(404);
    }
  });

  it('says in metrics how often each route was called, and nothing about who or what', async () => {
    await detect(DETECT);
    const metrics = await (await fetch(`${world.gateway.managementUrl}/metrics`)).text();
    expect(metrics).toMatch(/gw_http_requests_total\{route="\/v1\/detect",status="200"\} [1-9]/);
    expect(metrics).toContain('gw_build_info{app="gateway",version="0.1.0"');
    expect(metrics).not.toContain('13812345678');
  });
});
