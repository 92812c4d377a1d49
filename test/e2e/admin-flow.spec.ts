import { startAdminWorld, type AdminWorld } from '../support/admin-world';

const UUID = /^[0-9a-f-]{36}$/;
const HEX = /^[0-9a-f]{64}$/;

describe('an operator sets up a tenant', () => {
  let world: AdminWorld;
  const answers: string[] = [];

  beforeAll(async () => {
    world = await startAdminWorld();
  });
  afterAll(() => world.close());

  const call: AdminWorld['call'] = async (...args) => {
    const answer = await world.call(...args);
    answers.push(answer.text);
    return answer;
  };
  const newestRecord = async () => {
    const { body } = await call('GET', '/audit/records?limit=1');
    return JSON.parse(body.data[0].record);
  };
  const newTenant = async (name = '演示公司') => (await call('POST', '/tenants', { name })).body;

  it('creates, reads, renames, suspends and lists', async () => {
    const created = await call('POST', '/tenants', { name: '  海淀贸易  ' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(UUID),
      name: '海淀贸易',
      status: 'active',
      balance: 0,
      available: 0,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(created.headers.get('x-request-id')).toMatch(UUID);
    const { id } = created.body;
    const suspended = await call('PATCH', `/tenants/${id}`, { status: 'suspended' });
    expect([suspended.status, suspended.body.status]).toEqual([200, 'suspended']);
    expect(await newestRecord()).toMatchObject({
      kind: 'tenant.changed',
      request_id: suspended.headers.get('x-request-id'),
      operator: expect.stringMatching(/^\d+$/),
      tenant: id,
      target: `tenant/${id}`,
      before: { status: 'active' },
      after: { status: 'suspended' },
    });
    expect((await call('GET', `/tenants/${id}`)).body).toEqual(suspended.body);

    for (let count = 0; count < 4; count++) await newTenant();
    const seen: string[] = [];
    for (let path = '/tenants?limit=2'; path;) {
      const { body } = await call('GET', path);
      seen.push(...body.data.map((tenant: { id: string }) => tenant.id));
      path = body.next_cursor ? `/tenants?limit=2&cursor=${body.next_cursor}` : '';
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect(seen.at(-1)).toBe(id);
  });

  it('credits once per reference, corrects by adjustments, and shows every leg', async () => {
    const { id } = await newTenant();
    const credit = { amount: 123.456789012, reference: '转账-001', note: '首充' };
    const first = await call('POST', `/tenants/${id}/credits`, credit);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      kind: 'credit',
      amount: 123.456789012,
      balance: 123.456789012,
      note: '首充',
    });
    const again = await call('POST', `/tenants/${id}/credits`, { ...credit, amount: 500 });
    expect(again.body).toEqual(first.body);
    expect(await newestRecord()).toMatchObject({ kind: 'credit', outcome: 'replayed' });
    const taken = await call('POST', `/tenants/${id}/adjustments`, {
      amount: -23.456789012,
      reason: '=SUM(A1)',
      reference: '更正-1',
    });
    expect(taken.body).toMatchObject({ kind: 'adjust', amount: -23.456789012, balance: 100 });
    const tooMuch = await call('POST', `/tenants/${id}/adjustments`, {
      amount: -101,
      reason: 'x',
      reference: 'y',
    });
    expect([tooMuch.status, tooMuch.body.error]).toEqual([409, 'conflict']);
    expect((await call('GET', `/tenants/${id}`)).body).toMatchObject({ balance: 100, available: 100 });

    const { body: ledger } = await call('GET', `/tenants/${id}/ledger?limit=1`);
    expect(ledger.data).toEqual([taken.body]);
    const { body: rest } = await call('GET', `/tenants/${id}/ledger?limit=5&cursor=${ledger.next_cursor}`);
    expect(rest).toEqual({ data: [first.body], next_cursor: null });

    const csv = await call('GET', `/tenants/${id}/ledger`, undefined, { headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = csv.text.split('\r\n');
    expect(lines[0]).toBe('\ufeffseq,at,kind,amount,balance,reference,request_id,note');
    expect(lines[1]).toMatch(/,adjust,-23\.456789012,100,更正-1,,'=SUM\(A1\)$/);
    expect(lines[2]).toMatch(/,credit,123\.456789012,123\.456789012,转账-001,,首充$/);
  });

  it('shows a key once, and never its secret again', async () => {
    const { id } = await newTenant();
    const issued = await call('POST', `/tenants/${id}/keys`, {
      environment: 'live',
      label: '生产',
      expires_at: '2099-01-01T00:00:00+08:00',
      models: ['deepseek/deepseek-chat'],
      allowed_ips: ['203.0.113.0/24', '2001:db8::1'],
      requests_per_minute: 60,
      daily_cap: 12.5,
    });
    expect(issued.status).toBe(201);
    const { api_key: apiKey, ...view } = issued.body;
    expect(apiKey).toMatch(new RegExp(`^gw_live_${view.number}_[0-9A-Za-z]{43}$`));
    expect(view).toMatchObject({
      environment: 'live',
      label: '生产',
      status: 'active',
      expires_at: '2098-12-31T16:00:00.000Z',
      models: ['deepseek/deepseek-chat'],
      daily_cap: 12.5,
      monthly_cap: null,
    });
    expect((await call('GET', `/tenants/${id}/keys`)).body).toEqual({ data: [view], next_cursor: null });

    const rolled = await call('POST', `/keys/${view.number}/roll`, { overlap_seconds: 0 });
    expect(rolled.status).toBe(201);
    expect(rolled.body).toMatchObject({ label: '生产', status: 'active', daily_cap: 12.5 });
    expect(rolled.body.number).not.toBe(view.number);
    const { body: keys } = await call('GET', `/tenants/${id}/keys`);
    expect(keys.data.map((key: { status: string }) => key.status)).toEqual(['active', 'expired']);

    const revoked = await call('POST', `/keys/${rolled.body.number}/revoke`);
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked']);
    expect(await newestRecord()).toMatchObject({ kind: 'key.revoked', key: String(rolled.body.number) });
    expect((await call('POST', `/keys/${rolled.body.number}/revoke`)).body).toEqual(revoked.body);
    expect((await call('POST', `/keys/${rolled.body.number}/roll`, { overlap_seconds: 0 })).status).toBe(409);

    const shown = [apiKey, rolled.body.api_key];
    for (const key of shown)
      expect(answers.filter((text) => text.includes(key.split('_')[3]))).toHaveLength(1);
  });

  it('keeps versions of a policy, and refuses a stale one', async () => {
    const { id } = await newTenant();
    const path = `/tenants/${id}/policy`;
    const empty = await call('GET', path);
    expect(empty.headers.get('etag')).toBe('"0"');
    expect(empty.body).toEqual({ version: 0, document: {}, created_at: null, created_by: null });
    const document = {
      rules: [{ entity_types: ['CN_MOBILE'], jurisdictions: ['overseas'], action: 'block' }],
      allow_list: ['10086'],
      dictionaries: [{ entity_type: 'PROJECT', terms: ['昆仑计划'], action: 'tokenize' }],
      custom_recognizers: [
        {
          name: 'employee',
          entity_type: 'EMPLOYEE_ID',
          pattern: 'E[0-9]{6}',
          score: 0.6,
          sensitivity: 'medium',
        },
      ],
    };
    const saved = await call('PUT', path, document, { headers: { 'if-match': '"0"' } });
    expect([saved.status, saved.body.version, saved.headers.get('etag')]).toEqual([200, 1, '"1"']);
    expect(saved.body.document).toEqual(document);
    const record = await newestRecord();
    expect(record).toMatchObject({
      kind: 'policy.changed',
      tenant: id,
      before: { version: 0 },
      after: { version: 1, allow_list: 1, dictionaries: [{ entity_type: 'PROJECT', terms: 1 }] },
    });
    expect(JSON.stringify(record)).not.toContain('昆仑');
    const stale = await call('PUT', path, {}, { headers: { 'if-match': '"0"' } });
    expect([stale.status, stale.body.error]).toEqual([412, 'precondition_failed']);
    expect((await call('PUT', path, {}, { headers: { 'if-match': 'W/"1"' } })).status).toBe(412);
    expect((await call('PUT', path, { min_confidence: 0.3 })).body.version).toBe(2);
    const { body: versions } = await call('GET', `${path}/versions?limit=1`);
    expect(versions.data[0]).toMatchObject({ version: 2, document: { min_confidence: 0.3 } });
    expect((await call('GET', `${path}/versions?cursor=${versions.next_cursor}`)).body.data[0].version).toBe(
      1,
    );
  });

  it('asks for an acknowledgement before high-sensitivity data may leave for overseas', async () => {
    const { id } = await newTenant();
    const rules = [{ entity_types: ['CN_ID_CARD'], jurisdictions: ['overseas'], action: 'tokenize' }];
    const refused = await call('PUT', `/tenants/${id}/policy`, { rules });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual([{ path: 'acknowledge_cross_border', problem: expect.any(String) }]);
    const saved = await call('PUT', `/tenants/${id}/policy`, { rules, acknowledge_cross_border: true });
    expect(saved.status).toBe(200);
    expect(await newestRecord()).toMatchObject({ after: { acknowledge_cross_border: true } });
  });

  it('previews a policy without storing anything', async () => {
    const { id } = await newTenant();
    const text = '𠮷客户张伟明，手机13812345678，证件11010519491231002X。';
    const overseas = await call('POST', `/tenants/${id}/policy/preview`, { text, jurisdiction: 'overseas' });
    expect(overseas.status).toBe(200);
    expect(overseas.body.blocked).toBe(true);
    const mobile = overseas.body.decisions.find(
      (one: { entity_type: string }) => one.entity_type === 'CN_MOBILE',
    );
    expect(mobile).toMatchObject({ action: 'tokenize', start: 9, end: 20 });
    for (const value of ['张伟明', '13812345678', '11010519491231002X']) {
      expect(overseas.body.text).not.toContain(value);
    }
    const masked = await call('POST', `/tenants/${id}/policy/preview`, {
      text: '手机13812345678',
      jurisdiction: 'domestic',
      policy: { rules: [{ action: 'mask' }] },
    });
    expect(masked.body).toMatchObject({ text: expect.stringMatching(/^手机138\*+\d*678$/), blocked: false });
    const { Client } = await import('pg');
    const client = new Client({ connectionString: world.database.superuserUrl });
    await client.connect();
    const { rows } = await client.query('SELECT count(*)::int AS n FROM surrogate');
    await client.end();
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('opens a channel without ever showing its key', async () => {
    const withoutKey = {
      base_url: 'https://model.example.com/v1',
      egress: 'direct',
      timeout_ms: 30_000,
      status: 'open',
    };
    const saved = await call('PUT', '/channels/qwen', { ...withoutKey, api_key: 'sk-planted-channel-key' });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      vendor: 'qwen',
      has_api_key: true,
      status: 'open',
      protocol: 'openai',
    });
    const closed = await call('PUT', '/channels/qwen', { ...withoutKey, status: 'closed' });
    expect(closed.body).toMatchObject({ has_api_key: true, status: 'closed' });
    const elsewhere = { ...withoutKey, base_url: 'https://another.example.com/v1' };
    expect((await call('PUT', '/channels/qwen', elsewhere)).body.fields).toEqual([
      { path: 'api_key', problem: expect.any(String) },
    ]);
    expect((await call('PUT', '/channels/qwen', { ...elsewhere, api_key: null })).body.has_api_key).toBe(
      false,
    );
    expect(await newestRecord()).toMatchObject({
      kind: 'channel.changed',
      target: 'channel/qwen',
      before: { has_api_key: true },
      after: { has_api_key: false, base_url: 'https://another.example.com/v1' },
    });
    expect((await call('GET', '/channels')).body.data.map((one: { vendor: string }) => one.vendor)).toContain(
      'qwen',
    );
  });

  it('changes prices by adding rows, now or later', async () => {
    const model = {
      jurisdiction: 'domestic',
      input_price: 0.8,
      output_price: 2.001,
      status: 'open',
      context_tokens: 131_072,
      output_tokens_max: 8_192,
    };
    const first = await call('PUT', '/models/qwen/qwen-plus', model);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      id: 'qwen/qwen-plus',
      input_price: 0.8,
      output_price: 2.001,
      status: 'open',
    });
    expect(await newestRecord()).toMatchObject({ kind: 'price.changed', model: 'qwen/qwen-plus' });
    const same = await call('PUT', '/models/qwen/qwen-plus', { ...model, status: 'closed' });
    expect(same.body.prices).toHaveLength(1);
    expect(await newestRecord()).toMatchObject({ kind: 'model.changed', after: { status: 'closed' } });
    const later = await call('PUT', '/models/qwen/qwen-plus', {
      ...model,
      input_price: 1,
      effective_at: '2099-01-01T00:00:00Z',
    });
    expect(later.body).toMatchObject({
      input_price: 0.8,
      prices: [{ input_price: 1 }, { input_price: 0.8 }],
    });
    const { body: models } = await call('GET', '/models');
    expect(models.data.find((one: { id: string }) => one.id === 'sandbox/echo')).toMatchObject({
      input_price: 1,
      output_price: 2,
    });
  });

  it('erases a tenant: keys revoked, secrets destroyed, for good', async () => {
    const { id, name } = await newTenant('将要注销的公司');
    await call('POST', `/tenants/${id}/keys`, { environment: 'test', label: 'x' });
    const wrong = await call('POST', `/tenants/${id}/erase`, { confirm: '别的公司' });
    expect(wrong.body.fields).toEqual([{ path: 'confirm', problem: expect.any(String) }]);
    const forgot = await call('POST', `/tenants/${id}/forget`, {
      values: [{ entity_type: 'CN_MOBILE', value: '138 1234 5678' }],
    });
    expect([forgot.status, forgot.body]).toEqual([200, { forgotten: 0 }]);
    expect(JSON.stringify(await newestRecord())).not.toContain('5678');
    const erased = await call('POST', `/tenants/${id}/erase`, { confirm: name });
    expect([erased.status, erased.body.status]).toEqual([200, 'erased']);
    expect((await call('GET', `/tenants/${id}/keys`)).body.data[0].status).toBe('revoked');
    expect((await call('POST', `/tenants/${id}/erase`, { confirm: name })).status).toBe(200);
    for (const [method, path, body] of [
      ['PATCH', `/tenants/${id}`, { status: 'active' }],
      ['POST', `/tenants/${id}/keys`, { environment: 'live', label: 'x' }],
      ['POST', `/tenants/${id}/credits`, { amount: 1, reference: 'x' }],
      ['PUT', `/tenants/${id}/policy`, {}],
    ] as const) {
      expect((await call(method, path, body)).status).toBe(409);
    }
  });

  it('manages operators, and keeps the last admin', async () => {
    const { body: me } = await call('GET', '/me');
    expect(me).toMatchObject({ role: 'admin', status: 'active' });
    const issued = await call('POST', '/operators', { name: '审计员', role: 'auditor' });
    expect(issued.status).toBe(201);
    expect(issued.body.token).toMatch(new RegExp(`^gwop_${issued.body.number}_[0-9A-Za-z]{43}$`));
    const own = await world.call('GET', '/me', undefined, { token: issued.body.token });
    expect(own.body).toMatchObject({ number: issued.body.number, role: 'auditor' });
    const lastAdmin = await call('PATCH', `/operators/${me.number}`, { role: 'viewer' });
    expect(lastAdmin.status).toBe(409);
    expect((await call('GET', '/me')).body.role).toBe('admin');
    const disabled = await call('PATCH', `/operators/${issued.body.number}`, { status: 'disabled' });
    expect(disabled.body.status).toBe('disabled');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await world.call('GET', '/me', undefined, { token: issued.body.token })).status).toBe(401);
    expect((await call('GET', '/operators')).body.data.length).toBeGreaterThanOrEqual(2);
  });

  it('proves all of it by the audit log', async () => {
    const { body: head } = await call('GET', '/audit/head');
    expect(head).toEqual({
      audit_head: expect.stringMatching(HEX),
      seq: expect.any(Number),
      recorded_at: expect.any(String),
      records: head.seq,
    });
    expect((await call('POST', '/audit/verify', {})).body).toEqual({
      ok: true,
      from: 1,
      to: head.seq,
      records: head.seq,
      head: head.audit_head,
    });
    expect((await call('POST', '/audit/verify')).status).toBe(200);
    expect((await call('POST', '/audit/verify', { from: 3, to: 5 })).body).toMatchObject({
      ok: true,
      records: 3,
    });
    const lines = (await call('GET', '/audit/export')).text.trimEnd().split('\n');
    expect(lines).toHaveLength(head.seq + 1);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ seq: head.seq, head: head.audit_head });
    const issued = await call('GET', '/audit/records?kind=key.issued&limit=1');
    expect(JSON.parse(issued.body.data[0].record)).toMatchObject({ kind: 'key.issued' });
    const healthz = await fetch(`${world.admin.url}/healthz`);
    expect([healthz.status, await healthz.json()]).toEqual([
      200,
      { ok: true, audit_head: head.audit_head, audit_seq: head.seq },
    ]);
  });

  it('never answered a channel key', () => {
    for (const text of answers) expect(text).not.toContain('sk-planted-channel-key');
  });
});
