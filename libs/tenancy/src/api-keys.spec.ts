import { RootKey } from '@gw/platform';
import { ApiKeys } from './api-keys';
import { hashSecret } from './credential';

const ROOT = new RootKey(Buffer.alloc(32, 7));
const SECRET = 'k'.repeat(43);
const KEY = `gw_live_1001_${SECRET}`;

const row = (overrides: object = {}) => ({
  number: '1001',
  tenant_id: 'tenant',
  tenant_status: 'active',
  environment: 'live',
  secret_hash: hashSecret(ROOT.derive('gw/api-key/v1'), '1001', SECRET),
  status: 'active',
  expires_at: null,
  models: null,
  allowed_ips: null,
  requests_per_minute: 60,
  tokens_per_minute: null,
  max_concurrent: null,
  daily_cap_nano: '1500000000',
  monthly_cap_nano: null,
  ...overrides,
});

function apiKeys(rows: () => unknown[], epoch = { current: 1n, isConfirmed: true }) {
  const asked: unknown[] = [];
  const touched: string[] = [];
  const dataSource = {
    query: async (_sql: string, parameters: unknown[]) => {
      asked.push(parameters[0]);
      return rows();
    },
  };
  const lastUse = { touch: (number: string) => touched.push(number) };
  return {
    keys: new ApiKeys(dataSource as never, epoch as never, ROOT, lastUse as never),
    asked,
    touched,
    epoch,
  };
}

describe('verify', () => {
  it('gives a frozen snapshot of the caller, and notes the use', async () => {
    const { keys, touched } = apiKeys(() => [row()]);
    const principal = await keys.verify(KEY);
    expect(principal).toMatchObject({
      tenantId: 'tenant',
      tenantStatus: 'active',
      keyNumber: '1001',
      requestsPerMinute: 60,
      dailyCapNano: 1_500_000_000n,
      monthlyCapNano: null,
    });
    expect(Object.isFrozen(principal)).toBe(true);
    expect(touched).toEqual(['1001']);
  });

  it('still answers for a suspended tenant, so that the guard can say why', async () => {
    const { keys } = apiKeys(() => [row({ tenant_status: 'suspended' })]);
    expect((await keys.verify(KEY))?.tenantStatus).toBe('suspended');
  });

  it.each<[string, string, object[]]>([
    ['an unknown number', KEY, []],
    ['a wrong secret', KEY.replace(/k$/, 'K'), [row()]],
    ['a revoked key', KEY, [row({ status: 'revoked' })]],
    ['an expired key', KEY, [row({ expires_at: new Date(Date.now() - 1) })]],
    ['another environment', KEY.replace('live', 'test'), [row()]],
    ['a malformed key', `${KEY}!`, [row()]],
  ])('is null for %s', async (_name, presented, rows) => {
    const { keys, touched } = apiKeys(() => rows);
    expect(await keys.verify(presented)).toBeNull();
    expect(touched).toEqual([]);
  });

  it('asks the database once per epoch, and checks the expiry at every use', async () => {
    const expires = new Date(Date.now() + 40);
    const { keys, asked, epoch } = apiKeys(() => [row({ expires_at: expires })]);
    expect(await keys.verify(KEY)).not.toBeNull();
    expect(await keys.verify(KEY)).not.toBeNull();
    expect(asked).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await keys.verify(KEY)).toBeNull();
    expect(asked).toHaveLength(1);
    epoch.current = 2n;
    await keys.verify(KEY);
    expect(asked).toHaveLength(2);
  });

  it('refuses everybody while revocations cannot be learned of', async () => {
    const { keys } = apiKeys(() => [row()], { current: 1n, isConfirmed: false });
    await expect(keys.verify(KEY)).rejects.toMatchObject({ code: 'audit_unavailable' });
  });

  it('does not take a database error for an unknown key', async () => {
    const { keys } = apiKeys(() => {
      throw new Error('no connection');
    });
    await expect(keys.verify(KEY)).rejects.toMatchObject({ code: 'audit_unavailable' });
  });
});
