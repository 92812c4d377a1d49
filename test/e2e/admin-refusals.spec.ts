import { startAdminWorld, type AdminWorld } from '../support/admin-world';
import { startFakeUpstream } from '../support/fake-upstream';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

const PLANTED = '13812345678';
const CHANNEL = { base_url: 'https://model.example.com', status: 'open' };
const MODEL = {
  jurisdiction: 'domestic',
  input_price: 2,
  output_price: 3,
  status: 'open',
  context_tokens: 1_000,
  output_tokens_max: 100,
};

describe('what the operator API refuses', () => {
  let world: AdminWorld;
  let id: string;

  beforeAll(async () => {
    world = await startAdminWorld();
    id = (await world.factories.tenant()).id;
  });
  afterAll(() => world.close());

  it.each<[Method, string, object, string[]]>([
    ['POST', '/tenants', {}, ['name']],
    ['POST', '/tenants', { name: ' ' }, ['name']],
    ['POST', '/tenants', { name: 'a\nb' }, ['name']],
    ['POST', '/tenants', { name: 'x', [PLANTED]: PLANTED }, ['*']],
    ['PATCH', '/tenants/:id', {}, ['']],
    ['PATCH', '/tenants/:id', { status: 'erased' }, ['status']],
    ['POST', '/tenants/:id/erase', { confirm: PLANTED }, ['confirm']],
    ['POST', '/tenants/:id/forget', { values: [] }, ['values']],
    [
      'POST',
      '/tenants/:id/forget',
      { values: [{ entity_type: PLANTED, value: '1' }] },
      ['values.0.entity_type'],
    ],
    ['POST', '/tenants/:id/keys', { environment: 'prod', label: 'x' }, ['environment']],
    ['POST', '/tenants/:id/keys', { environment: 'live', label: 'x', expires_at: '明天' }, ['expires_at']],
    [
      'POST',
      '/tenants/:id/keys',
      { environment: 'live', label: 'x', models: ['deepseek-chat'] },
      ['models.0'],
    ],
    [
      'POST',
      '/tenants/:id/keys',
      { environment: 'live', label: 'x', allowed_ips: ['1.2.3'] },
      ['allowed_ips.0'],
    ],
    [
      'POST',
      '/tenants/:id/keys',
      { environment: 'live', label: 'x', requests_per_minute: 0 },
      ['requests_per_minute'],
    ],
    ['POST', '/tenants/:id/keys', { environment: 'live', label: 'x', daily_cap: -1 }, ['daily_cap']],
    ['POST', '/keys/1001/roll', {}, ['overlap_seconds']],
    ['POST', '/keys/1001/roll', { overlap_seconds: -1 }, ['overlap_seconds']],
    ['POST', '/tenants/:id/credits', { amount: 0, reference: 'x' }, ['amount']],
    ['POST', '/tenants/:id/credits', { amount: -1, reference: 'x' }, ['amount']],
    ['POST', '/tenants/:id/credits', { amount: '1', reference: 'x' }, ['amount']],
    ['POST', '/tenants/:id/credits', { amount: 0.0000000001, reference: 'x' }, ['amount']],
    ['POST', '/tenants/:id/credits', { amount: 9_000_001, reference: 'x' }, ['amount']],
    ['POST', '/tenants/:id/credits', { amount: 1 }, ['reference']],
    ['POST', '/tenants/:id/adjustments', { amount: 0, reason: 'x', reference: 'x' }, ['amount']],
    ['PUT', '/tenants/:id/policy', { [PLANTED]: 1 }, ['*']],
    ['PUT', '/tenants/:id/policy', { rules: [{ action: PLANTED }] }, ['rules.0.action']],
    ['PUT', '/tenants/:id/policy', { shadow: ['overseas'] }, ['shadow.0']],
    [
      'PUT',
      '/tenants/:id/policy',
      {
        custom_recognizers: [
          { name: 'x', entity_type: 'XX', pattern: '(?<=a)b', score: 0.5, sensitivity: 'low' },
        ],
      },
      ['custom_recognizers.0.pattern'],
    ],
    ['POST', '/tenants/:id/policy/preview', { text: 'x', jurisdiction: 'moon' }, ['jurisdiction']],
    [
      'PUT',
      '/channels/qwen',
      { ...CHANNEL, base_url: 'http://model.example.com@169.254.169.254' },
      ['base_url'],
    ],
    ['PUT', '/channels/qwen', { ...CHANNEL, base_url: 'https://10.0.0.1' }, ['base_url']],
    ['PUT', '/channels/qwen', { ...CHANNEL, base_url: 'file:///etc/passwd' }, ['base_url']],
    ['PUT', '/channels/qwen', { ...CHANNEL, egress: 'proxy' }, ['proxy_url']],
    ['PUT', '/channels/qwen', { ...CHANNEL, proxy_url: 'http://127.0.0.1:1' }, ['proxy_url']],
    ['PUT', '/channels/qwen', { ...CHANNEL, timeout_ms: 1 }, ['timeout_ms']],
    ['PUT', '/channels/qwen', { ...CHANNEL, api_key: 'a b' }, ['api_key']],
    ['PUT', '/models/qwen/x', { ...MODEL, input_price: 0.0001 }, ['input_price']],
    ['PUT', '/models/qwen/x', { ...MODEL, output_price: -1 }, ['output_price']],
    ['PUT', '/models/qwen/x', { ...MODEL, jurisdiction: 'moon' }, ['jurisdiction']],
    ['PUT', '/models/qwen/x', { ...MODEL, effective_at: '2020-01-01T00:00:00Z' }, ['effective_at']],
    ['POST', '/audit/verify', { from: 5, to: 4 }, ['to']],
    ['POST', '/audit/verify', { to: 1_000_000 }, ['to']],
    ['POST', '/audit/verify', { from: 1_000_000 }, ['from']],
    ['POST', '/operators', { name: 'x', role: 'root' }, ['role']],
    ['PATCH', '/operators/101', {}, ['']],
  ])('400 %s %s %j', async (method, path, body, fields) => {
    const answer = await world.call(method, path.replace(':id', id), body);
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toEqual(fields);
    expect(answer.headers.get('x-gateway-error-code')).toBe('invalid_request');
    expect(answer.text).not.toContain(PLANTED);
  });

  it.each<[string, string[]]>([
    ['/tenants?limit=0', ['limit']],
    ['/tenants?limit=201', ['limit']],
    ['/tenants?limit=1&limit=2', ['limit']],
    ['/tenants?cursor=x', ['cursor']],
    [`/tenants?${PLANTED}=1`, ['*']],
    ['/operators?cursor=-1', ['cursor']],
    ['/audit/records?kind=DROP', ['kind']],
    ['/audit/records?tenant=x', ['tenant']],
    ['/audit/export?from=0', ['from']],
    ['/usage?from=2026-02-30', ['from']],
    ['/usage?from=2026-02-02&to=2026-02-01', ['to']],
    ['/usage?group_by=hour', ['group_by']],
  ])('400 GET %s', async (path, fields) => {
    const { status, body, text } = await world.call('GET', path);
    expect(status).toBe(400);
    expect(body.fields.map((field: { path: string }) => field.path)).toEqual(fields);
    expect(text).not.toContain(PLANTED);
  });

  it.each<[Method, string, object | undefined]>([
    ['GET', '/tenants/01890000-0000-7000-8000-000000000000', undefined],
    ['GET', '/tenants/1', undefined],
    ['GET', '/tenants/01890000-0000-7000-8000-000000000000/keys', undefined],
    ['POST', '/tenants/01890000-0000-7000-8000-000000000000/credits', { amount: 1, reference: 'x' }],
    ['PUT', '/tenants/01890000-0000-7000-8000-000000000000/policy', {}],
    ['POST', '/keys/999999/revoke', undefined],
    ['POST', '/keys/x/revoke', undefined],
    ['POST', '/keys/99999999999999999999/revoke', undefined],
    ['POST', '/channels/unknown/test', undefined],
    ['PUT', '/channels/UPPER', CHANNEL],
    ['PUT', '/models/nobody/x', MODEL],
    ['GET', '/audit/verify/01890000-0000-7000-8000-000000000000', undefined],
    ['PATCH', '/operators/999999', { name: 'x' }],
    ['GET', '/nothing', undefined],
  ])('404 %s %s', async (method, path, body) => {
    const answer = await world.call(method, path, body);
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  });

  it.each<[string, number, string, string, Record<string, string>]>([
    ['405', 405, 'method_not_allowed', '{}', {}],
    ['broken JSON', 400, 'invalid_json', '{"name":', {}],
    ['a lone surrogate', 400, 'invalid_encoding', '{"name":"\\ud800"}', {}],
    ['another media type', 415, 'unsupported_media_type', 'name=x', { 'content-type': 'text/plain' }],
    ['too large a body', 413, 'body_too_large', `{"name":"${'x'.repeat(1_100_000)}"}`, {}],
  ])('%s', async (_name, status, code, body, headers) => {
    const answer = await world.call(status === 405 ? 'PUT' : 'POST', '/tenants', body, { headers });
    expect([answer.status, answer.body.error]).toEqual([status, code]);
  });

  it('409 for what is built in, too large a balance and an unavailable amount', async () => {
    const { body: tenant } = await world.call('POST', '/tenants', { name: '限额' });
    await world.call('POST', `/tenants/${tenant.id}/credits`, { amount: 9_000_000, reference: 'a' });
    for (const [method, path, body] of [
      ['PUT', '/channels/sandbox', CHANNEL],
      ['PUT', '/channels/local', CHANNEL],
      ['POST', `/tenants/${tenant.id}/credits`, { amount: 0.000000001, reference: 'b' }],
      ['POST', `/tenants/${tenant.id}/adjustments`, { amount: -9_000_000, reason: 'x', reference: 'c' }],
      ['POST', `/tenants/${tenant.id}/adjustments`, { amount: -0.000000001, reason: 'x', reference: 'd' }],
    ] as const) {
      const { status, body: answer } = await world.call(method, path, body);
      // The fourth takes exactly what is there.
      expect([path, status]).toEqual([path, 'amount' in body && body.amount === -9_000_000 ? 201 : 409]);
      if (status === 409) expect(answer.error).toBe('conflict');
    }
  });

  it('changes nothing when the record cannot be appended', async () => {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: world.database.superuserUrl });
    await client.connect();
    const count = async () =>
      (await client.query('SELECT count(*)::int AS n FROM tenant')).rows[0].n as number;
    const before = await count();
    await client.query('ALTER FUNCTION commit_batch(jsonb) RENAME TO commit_batch_away');
    try {
      const refused = await world.call('POST', '/tenants', { name: '没有记录' });
      expect([refused.status, refused.body.error]).toEqual([503, 'audit_unavailable']);
      expect(await count()).toBe(before);
    } finally {
      await client.query('ALTER FUNCTION commit_batch_away(jsonb) RENAME TO commit_batch');
      await client.end();
    }
    expect((await world.call('POST', '/tenants', { name: '有记录' })).status).toBe(201);
  });

  it('tests a channel by a small real request, and tells its status only', async () => {
    const upstream = await startFakeUpstream();
    await world.factories.channel('zhipu', upstream.baseUrl);
    const reached = await world.call('POST', '/channels/zhipu/test');
    expect(reached.status).toBe(200);
    expect(reached.body).toEqual({
      ok: expect.any(Boolean),
      status: expect.any(Number),
      latency_ms: expect.any(Number),
    });
    expect(upstream.requests.at(-1)!.headers.authorization).toBe('Bearer sk-fake');
    await upstream.close();
    const gone = await world.call('POST', '/channels/zhipu/test');
    expect(gone.body).toMatchObject({ ok: false, status: null, problem: 'unreachable' });
    expect((await world.call('POST', '/channels/sandbox/test')).body.ok).toBe(true);
  });
});
