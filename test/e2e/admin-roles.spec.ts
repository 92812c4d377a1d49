import type { OperatorRole } from '@gw/tenancy';
import { startAdminWorld, type AdminWorld } from '../support/admin-world';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

const ROLES: OperatorRole[] = ['admin', 'operator', 'finance', 'auditor', 'viewer'];
const EVERYBODY = ROLES;
const NOBODY_KNOWN = '01890000-0000-7000-8000-000000000000';
const MODEL = {
  jurisdiction: 'domestic',
  input_price: 2,
  output_price: 3,
  status: 'open',
  context_tokens: 131_072,
  output_tokens_max: 8_192,
};

/** Every route, and who may call it. What comes behind the guard is not looked at here. */
const ROUTES: [Method, string, OperatorRole[]][] = [
  ['GET', '/me', EVERYBODY],
  ['GET', '/system', EVERYBODY],
  ['GET', '/tenants', EVERYBODY],
  ['POST', '/tenants', ['admin', 'operator']],
  ['GET', '/tenants/:id', EVERYBODY],
  ['PATCH', '/tenants/:id', ['admin', 'operator']],
  ['POST', '/tenants/:id/erase', ['admin', 'operator']],
  ['POST', '/tenants/:id/forget', ['admin', 'operator']],
  ['GET', '/tenants/:id/keys', EVERYBODY],
  ['POST', '/tenants/:id/keys', ['admin', 'operator']],
  ['POST', '/keys/1/revoke', ['admin', 'operator']],
  ['POST', '/keys/1/roll', ['admin', 'operator']],
  ['GET', '/tenants/:id/policy', EVERYBODY],
  ['PUT', '/tenants/:id/policy', ['admin', 'operator']],
  ['GET', '/tenants/:id/policy/versions', EVERYBODY],
  ['POST', '/tenants/:id/policy/preview', ['admin', 'operator']],
  ['POST', '/tenants/:id/credits', ['admin', 'finance']],
  ['POST', '/tenants/:id/adjustments', ['admin', 'finance']],
  ['GET', '/tenants/:id/ledger', EVERYBODY],
  ['GET', '/usage', EVERYBODY],
  ['GET', '/channels', EVERYBODY],
  ['PUT', '/channels/qwen', ['admin', 'operator']],
  ['POST', '/channels/sandbox/test', ['admin', 'operator']],
  ['GET', '/models', EVERYBODY],
  ['PUT', '/models/qwen/qwen-plus', ['admin', 'operator', 'finance']],
  ['GET', '/audit/records', ['admin', 'auditor', 'viewer']],
  ['GET', '/audit/head', ['admin', 'auditor', 'viewer']],
  ['GET', '/audit/export', ['admin', 'auditor']],
  ['POST', '/audit/verify', ['admin', 'auditor']],
  ['GET', '/audit/verify/:id', ['admin', 'auditor', 'viewer']],
  ['GET', '/operators', ['admin', 'auditor']],
  ['POST', '/operators', ['admin']],
  ['PATCH', '/operators/1', ['admin']],
];

describe('who may do what', () => {
  let world: AdminWorld;
  let tokens: Record<OperatorRole, string>;

  beforeAll(async () => {
    world = await startAdminWorld();
    const made = await Promise.all(ROLES.map(async (role) => [role, await world.operator(role)] as const));
    tokens = Object.fromEntries(made) as Record<OperatorRole, string>;
  });
  afterAll(() => world.close());

  it.each(ROUTES)('%s %s', async (method, path, allowed) => {
    const call = (token: string | null) =>
      world.call(method, path.replace(':id', NOBODY_KNOWN), method === 'GET' ? undefined : { unknown: 1 }, {
        token,
      });
    for (const role of ROLES) {
      const { status, body } = await call(tokens[role]);
      if (allowed.includes(role)) expect([role, status]).not.toEqual([role, 403]);
      else expect([role, status, body.error]).toEqual([role, 403, 'forbidden']);
    }
    expect((await call(null)).status).toBe(401);
  });

  it('lets finance change prices and nothing else of a model', async () => {
    expect((await world.call('PUT', '/models/qwen/qwen-plus', MODEL)).status).toBe(200);
    const asFinance = (change: object) =>
      world.call('PUT', '/models/qwen/qwen-plus', { ...MODEL, ...change }, { token: tokens.finance });
    expect((await asFinance({ input_price: 2.5 })).body.input_price).toBe(2.5);
    for (const change of [
      { jurisdiction: 'local' },
      { status: 'closed' },
      { upstream_model: 'another' },
      { context_tokens: 1 },
      { output_tokens_max: 1 },
    ]) {
      expect((await asFinance(change)).status).toBe(403);
    }
    const another = await world.call('PUT', '/models/qwen/another', MODEL, { token: tokens.finance });
    expect(another.status).toBe(403);
  });

  it('answers a missing, malformed, unknown and disabled token alike, and no key of a tenant', async () => {
    const { key } = await world.factories.tenant();
    const [, number] = world.token.split('_');
    const secret = 'a'.repeat(43);
    const { body: issued } = await world.call('POST', '/operators', { name: 'x', role: 'admin' });
    await world.call('PATCH', `/operators/${issued.number}`, { status: 'disabled' });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const answers = await Promise.all(
      [
        null,
        '',
        'x',
        key,
        `gwop_${number}_${secret}`,
        `gwop_99999_${secret}`,
        `${world.token}x`,
        issued.token,
      ].map((token) => world.call('GET', '/me', undefined, { token })),
    );
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toEqual({ ...answers[0]!.body, request_id: expect.any(String) });
    }
  });

  it('has no sessions and nothing that restores or shows text', async () => {
    for (const [method, path] of [
      ['POST', '/session'],
      ['DELETE', '/session'],
      ['POST', '/detokenize'],
      ['GET', `/tenants/${NOBODY_KNOWN}/surrogates`],
    ] as const) {
      expect((await world.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(404);
    }
  });
});
