import type { DataSource, EntityManager } from 'typeorm';
import { type ConfigEpoch, RootKey } from '@gw/platform';
import { TenantSecrets } from './tenant-secrets';

/** The two tables of secrets, by the statements that are sent to them. */
class MemorySecrets {
  readonly secrets = new Map<string, Buffer>();
  readonly dataKeys = new Map<string, Buffer>();
  epoch = 1n;
  queries = 0;

  async query(sql: string, parameters: unknown[] = []): Promise<unknown[]> {
    this.queries++;
    const [tenantId, second, third] = parameters as [string, unknown, unknown];
    if (sql.includes('INSERT INTO tenant_secret')) {
      if (!this.secrets.has(tenantId)) this.secrets.set(tenantId, second as Buffer);
    } else if (sql.includes('INSERT INTO tenant_data_key')) {
      if (!this.dataKeys.has(tenantId)) this.dataKeys.set(tenantId, third as Buffer);
    } else if (sql.startsWith('DELETE FROM tenant_secret')) this.secrets.delete(tenantId);
    else if (sql.startsWith('DELETE FROM tenant_data_key')) this.dataKeys.delete(tenantId);
    else if (sql.startsWith('UPDATE config_epoch')) this.epoch++;
    else if (sql.includes('FROM tenant_secret')) return rowsOf(this.secrets.get(tenantId), {});
    else return rowsOf(this.dataKeys.get(tenantId), { version: 1 });
    return [];
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return work(this as unknown as EntityManager);
  }

  replica(rootKey = new RootKey(Buffer.alloc(32, 1))): TenantSecrets {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the epoch is read anew each time
    const database = this;
    const epoch = {
      get current() {
        return database.epoch;
      },
    };
    return new TenantSecrets(database as unknown as DataSource, rootKey, epoch as ConfigEpoch);
  }
}

function rowsOf(wrapped: Buffer | undefined, more: object): object[] {
  return wrapped ? [{ wrapped, ...more }] : [];
}

describe('TenantSecrets', () => {
  it('derives the same keys on every replica, and different ones for every purpose and tenant', async () => {
    const database = new MemorySecrets();
    const [one, other] = [database.replica(), database.replica()];
    await one.create('a');
    await one.create('b');
    const keys = await one.keys('a');
    expect(await other.keys('a')).toEqual(keys);
    const b = await one.keys('b');
    const all = [keys, b].flatMap(({ idx, sur, prf, data }) => [idx, sur, prf, data.get(1) as Buffer]);
    expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(8);
    for (const key of all) expect(key).toHaveLength(32);
  });

  it('creates once', async () => {
    const database = new MemorySecrets();
    await database.replica().create('a');
    const before = await database.replica().keys('a');
    await database.replica().create('a');
    expect(await database.replica().keys('a')).toEqual(before);
  });

  it('asks the database once per epoch', async () => {
    const database = new MemorySecrets();
    const secrets = database.replica();
    await secrets.create('a');
    await secrets.keys('a');
    const { queries } = database;
    await secrets.keys('a');
    expect(database.queries).toBe(queries);
    database.epoch++;
    await secrets.keys('a');
    expect(database.queries).toBeGreaterThan(queries);
  });

  it('has nothing left of an erased tenant, on any replica', async () => {
    const database = new MemorySecrets();
    const [one, other] = [database.replica(), database.replica()];
    await one.create('a');
    await other.keys('a');
    await one.erase('a');
    for (const secrets of [one, other]) {
      await expect(secrets.keys('a')).rejects.toMatchObject({ code: 'tokenstore_unavailable' });
    }
  });

  it.each<[string, (database: MemorySecrets) => TenantSecrets]>([
    ['of a tenant nobody made', (database) => (database.secrets.clear(), database.replica())],
    ['under another root key', (database) => database.replica(new RootKey(Buffer.alloc(32, 2)))],
    [
      'wrapped for another tenant',
      (database) => (database.secrets.set('a', database.secrets.get('b') as Buffer), database.replica()),
    ],
  ])('opens no secrets %s', async (_, prepare) => {
    const database = new MemorySecrets();
    await database.replica().create('a');
    await database.replica().create('b');
    await expect(prepare(database).keys('a')).rejects.toMatchObject({ code: 'tokenstore_unavailable' });
  });
});
