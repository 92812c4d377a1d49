import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BUMP_EPOCH_SQL, loadConfig } from '@gw/platform';
import { SurrogateStore, TenantSecrets, Tokenizer, type DecidedText, type Original } from '@gw/tokenstore';
import { openInstallation } from '../../apps/cli/src/installation/installation.module';
import { Factories } from '../support/factories';
import { freshDatabase, type FreshDatabase } from '../support/fresh-database';
import { testEnvironment } from '../support/test-config';

const REPLICAS = 4;
const free = () => false;
const phone: Original = { type: 'CN_MOBILE', canonical: '13812345678' };
const idCard: Original = { type: 'CN_ID_CARD', canonical: '440308199901101512' };
const decided = (type: string, text: string): DecidedText => ({
  text,
  spans: [{ type, start: 0, end: text.length, action: 'tokenize' }],
});

describe('the token store on several replicas', () => {
  let database: FreshDatabase;
  let replicas: INestApplicationContext[];
  let tenantId: string;
  let otherTenantId: string;

  const store = (replica = 0) => (replicas[replica] as INestApplicationContext).get(SurrogateStore);
  const secrets = (replica = 0) => (replicas[replica] as INestApplicationContext).get(TenantSecrets);
  const resolve = async (tenant: string, originals: Original[], replica = 0) =>
    store(replica).resolve(await secrets(replica).keys(tenant), originals, free);
  const query = (sql: string, parameters: unknown[] = []) =>
    (replicas[0] as INestApplicationContext).get(DataSource).query(sql, parameters);

  beforeAll(async () => {
    database = await freshDatabase();
    const config = loadConfig(testEnvironment(database.appUrl, { GW_EPOCH_POLL_MS: '50' }));
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => openInstallation(config)));
    const factories = new Factories(replicas[0] as INestApplicationContext);
    tenantId = (await factories.tenant()).id;
    otherTenantId = (await factories.tenant()).id;
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.close()));
    await database.drop();
  });

  it('ends with one map when all meet the same originals in different orders and look-alikes are scarce', async () => {
    // Two Han characters have about a thousand look-alikes, so these originals collide all the time.
    const originals = Array.from({ length: 400 }, (_, place): Original => ({
      type: 'PROJECT',
      canonical: `龙${String.fromCodePoint(0x4e00 + place)}`,
    }));
    const orders = [
      originals,
      [...originals].reverse(),
      [...originals.slice(200), ...originals.slice(0, 200)],
      [...originals].sort((a, b) => (a.canonical.codePointAt(1)! % 17) - (b.canonical.codePointAt(1)! % 17)),
    ];
    const maps = await Promise.all(
      orders.map(async (order, replica) => {
        const map = new Map<string, string>();
        for (let at = 0; at < order.length; at += 25) {
          const some = order.slice(at, at + 25);
          const lookalikes = await resolve(tenantId, some, replica);
          some.forEach(({ canonical }, index) => map.set(canonical, lookalikes[index] as string));
        }
        return map;
      }),
    );
    const [first] = maps as [Map<string, string>];
    expect(new Set(first.values()).size).toBe(originals.length);
    for (const map of maps) expect(new Map([...map].sort())).toEqual(new Map([...first].sort()));
    const [{ count }] = await query("SELECT count(*) FROM surrogate WHERE entity_type = 'PROJECT'");
    expect(Number(count)).toBe(originals.length);
  }, 60_000);

  it('gives each tenant look-alikes of its own', async () => {
    const [one] = await resolve(tenantId, [phone]);
    const [other] = await resolve(otherTenantId, [phone]);
    expect(one).not.toBe(other);
    expect(await resolve(tenantId, [phone], 1)).toEqual([one]);
  });

  it.each<[string, Original, () => string]>([
    ['another value', { type: 'CN_ID_CARD', canonical: '11010519491231002X' }, () => tenantId],
    ['another type', { type: 'CN_BANK_CARD', canonical: '6217000012345678907' }, () => tenantId],
    ['another tenant', idCard, () => otherTenantId],
  ])('opens no ciphertext that was moved there from %s', async (_, source, sourceTenant) => {
    await query("DELETE FROM surrogate WHERE entity_type <> 'PROJECT'");
    await insertedBy(() => resolve(tenantId, [idCard], 1));
    const moved = await insertedBy(() => resolve(sourceTenant(), [source], 2));
    await query(
      `UPDATE surrogate SET surrogate_sealed = $2, key_version = $3
        WHERE tenant_id = $1 AND entity_type = 'CN_ID_CARD' AND surrogate_sealed <> $2`,
      [tenantId, moved.surrogate_sealed, moved.key_version],
    );
    await expect(resolve(tenantId, [idCard], 3)).rejects.toMatchObject({ code: 'tokenstore_unavailable' });
  });

  it('forgets a person on every replica, and draws the same look-alike again', async () => {
    const [lookalike] = await resolve(tenantId, [phone], 0);
    await resolve(tenantId, [phone], 1);
    expect(await store(0).forget(tenantId, [{ entityType: 'CN_MOBILE', value: '138 1234 5678' }])).toBe(1);
    const rows = await query("SELECT 1 FROM surrogate WHERE tenant_id = $1 AND entity_type = 'CN_MOBILE'", [
      tenantId,
    ]);
    expect(rows).toEqual([]);
    await nextEpoch();
    expect(await resolve(tenantId, [phone], 1)).toEqual([lookalike]);
  });

  it('keeps nothing readable: neither values nor unkeyed hashes of them', async () => {
    const [lookalike = ''] = await resolve(tenantId, [phone]);
    const rows: Record<string, unknown>[] = await query('SELECT * FROM surrogate');
    for (const row of rows) {
      for (const cell of Object.values(row)) {
        const bytes = Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell));
        expect(bytes.includes(phone.canonical) || bytes.includes(lookalike)).toBe(false);
      }
    }
  });

  it('shreds a tenant on every replica', async () => {
    await resolve(otherTenantId, [phone], 2);
    await secrets(0).erase(otherTenantId);
    await nextEpoch();
    for (let replica = 0; replica < REPLICAS; replica++) {
      const tokenizer = (replicas[replica] as INestApplicationContext).get(Tokenizer);
      await expect(
        tokenizer.tokenize(otherTenantId, [decided('CN_MOBILE', '13812345678')]),
      ).rejects.toMatchObject({
        code: 'tokenstore_unavailable',
      });
    }
    expect(await query('SELECT 1 FROM tenant_secret WHERE tenant_id = $1', [otherTenantId])).toEqual([]);
    expect(await query('SELECT 1 FROM tenant_data_key WHERE tenant_id = $1', [otherTenantId])).toEqual([]);
  });

  /** The row that a piece of work adds, on replicas that have not seen its values. */
  const insertedBy = async (work: () => Promise<unknown>) => {
    await forgetCaches();
    const before = await query('SELECT clock_timestamp() AS now');
    await work();
    const rows = await query('SELECT * FROM surrogate WHERE created_at >= $1', [before[0].now]);
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const forgetCaches = async () => {
    await query(BUMP_EPOCH_SQL);
    await nextEpoch();
  };
  /** Longer than any replica takes to see a change. */
  const nextEpoch = () => new Promise((resolve) => setTimeout(resolve, 300));
});
