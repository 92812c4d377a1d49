import type { RunningApp } from '@gw/platform';
import { startAdmin } from '../support/start-admin';
import { MODEL, startWorld, type World } from '../support/world';

const EFFECTIVE_WITHIN_MS = 2_000;

describe('what an operator changes', () => {
  let world: World;
  let admin: RunningApp;
  let token: string;

  beforeAll(async () => {
    world = await startWorld();
    admin = await startAdmin(world.environment);
    token = await world.factories.operator();
  });
  afterAll(async () => {
    await admin.close();
    await world.close();
  });

  const operate = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${admin.url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into it freely
  };
  const issue = (): Promise<{ number: number; api_key: string }> =>
    operate('POST', `/tenants/${world.tenantId}/keys`, { environment: 'live', label: 'x' });
  const chat = (key = world.key) => world.chat({ messages: [{ role: 'user', content: '你好' }] }, { key });

  /** Milliseconds until the gateway answers so. */
  const until = async (matches: () => Promise<boolean>): Promise<number> => {
    const startedAt = performance.now();
    while (!(await matches())) {
      if (performance.now() - startedAt > 2 * EFFECTIVE_WITHIN_MS) return Number.POSITIVE_INFINITY;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return performance.now() - startedAt;
  };

  it('lets a new key in at once, and a revoked one no longer', async () => {
    const { number, api_key: key } = await issue();
    expect((await chat(key)).status).toBe(200);
    await operate('POST', `/keys/${number}/revoke`);
    expect(await until(async () => (await chat(key)).status === 401)).toBeLessThan(EFFECTIVE_WITHIN_MS);
  });

  it('ends a rolled key after the overlap, not before', async () => {
    const { number, api_key: old } = await issue();
    expect((await chat(old)).status).toBe(200);
    const { api_key: successor } = await operate('POST', `/keys/${number}/roll`, { overlap_seconds: 3 });
    expect((await chat(successor)).status).toBe(200);
    expect((await chat(old)).status).toBe(200);
    expect(await until(async () => (await chat(old)).status === 401)).toBeLessThan(3_500);
    expect((await chat(successor)).status).toBe(200);
  });

  it('stops and resumes a tenant', async () => {
    await operate('PATCH', `/tenants/${world.tenantId}`, { status: 'suspended' });
    const refused = async () => (await chat()).body.error === 'tenant_suspended';
    expect(await until(refused)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    await operate('PATCH', `/tenants/${world.tenantId}`, { status: 'active' });
    expect(await until(async () => (await chat()).status === 200)).toBeLessThan(EFFECTIVE_WITHIN_MS);
  });

  it('charges the new price, and shows it in the ledger', async () => {
    await operate('PUT', `/models/${MODEL}`, {
      jurisdiction: 'domestic',
      input_price: 1_000,
      output_price: 1_000,
      status: 'open',
      context_tokens: 131_072,
      output_tokens_max: 8_192,
    });
    let last: { request_id: string; cost: number } | undefined;
    const charged = async () => (last = (await chat()).body.gw).cost >= 0.01;
    expect(await until(charged)).toBeLessThan(EFFECTIVE_WITHIN_MS);
    const { data } = await operate('GET', `/tenants/${world.tenantId}/ledger?limit=1`);
    expect(data[0]).toMatchObject({ kind: 'charge', amount: -last!.cost, request_id: last!.request_id });
    const { data: usage } = await operate('GET', `/usage?group_by=tenant&tenant=${world.tenantId}`);
    expect(usage[0]).toMatchObject({ tenant: world.tenantId, requests: expect.any(Number) });
  });

  it('applies a policy', async () => {
    const rules = [{ entity_types: ['CN_MOBILE'], action: 'block' }];
    await operate('PUT', `/tenants/${world.tenantId}/policy`, { rules }, { 'if-match': '"0"' });
    const blocked = async () =>
      (await world.chat({ messages: [{ role: 'user', content: '手机13812345678' }] })).body.error ===
      'blocked_by_policy';
    expect(await until(blocked)).toBeLessThan(EFFECTIVE_WITHIN_MS);
  });

  it('keeps operators and tenants apart', async () => {
    expect((await chat(token)).status).toBe(401);
    const asTenant = await fetch(`${admin.url}/admin/v1/me`, {
      headers: { authorization: `Bearer ${world.key}` },
    });
    expect(asTenant.status).toBe(401);
  });

  it('lets nobody of an erased tenant in', async () => {
    const { id, key } = await world.tenant();
    expect((await chat(key)).status).toBe(200);
    await operate('POST', `/tenants/${id}/erase`, { confirm: '演示公司' });
    expect(await until(async () => (await chat(key)).status === 401)).toBeLessThan(EFFECTIVE_WITHIN_MS);
  });
});
