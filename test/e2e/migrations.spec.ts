import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate, tableGrants } from '@gw/database';
import { freshDatabase, type FreshDatabase } from '../support/fresh-database';
import { asSuperuser } from '../support/template-database';

/** Each with a column of it. */
const APPEND_ONLY = [
  ['audit_log', 'log'],
  ['audit_record', 'kind'],
  ['ledger_transaction', 'kind'],
  ['entry', 'account'],
] as const;

jest.setTimeout(30_000);

describe('migrations', () => {
  let database: FreshDatabase;
  let emptyUrl: string;

  beforeEach(async () => {
    database = await freshDatabase();
    const { username } = new URL(database.ownerUrl);
    const name = `gw_empty_${randomBytes(4).toString('hex')}`;
    await asSuperuser(database, (client) => client.query(`CREATE DATABASE ${name} OWNER ${username}`));
    emptyUrl = inDatabase(database.ownerUrl, name);
  });
  afterEach(async () => {
    const name = new URL(emptyUrl).pathname.slice(1);
    await asSuperuser(database, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await database.drop();
  });

  const inDatabase = (url: string, name: string): string =>
    Object.assign(new URL(url), { pathname: `/${name}` }).toString();
  const emptyAppUrl = () => inDatabase(database.appUrl, new URL(emptyUrl).pathname.slice(1));

  async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  it('may run twice at the same time: each is applied once', async () => {
    const reports = await Promise.all([migrate(emptyUrl, emptyAppUrl()), migrate(emptyUrl, emptyAppUrl())]);
    const counts = reports.map(({ applied }) => applied.length).sort((a, b) => a - b);
    expect(counts[0]).toBe(0);
    expect(counts[1]).toBeGreaterThanOrEqual(6);
    const rows = await query(
      emptyUrl,
      'SELECT count(*)::int AS n, count(DISTINCT name)::int AS names FROM migrations',
    );
    expect(rows).toEqual([{ n: counts[1], names: counts[1] }]);
  });

  it('find nothing to do the next time, and leave what an operator changed alone', async () => {
    await migrate(emptyUrl, emptyAppUrl());
    await query(emptyUrl, `UPDATE model SET status = 'closed' WHERE vendor = 'deepseek'`);
    expect(await migrate(emptyUrl, emptyAppUrl())).toEqual({ applied: [], ownerIsApplication: false });
    expect(await query(emptyUrl, `SELECT DISTINCT status FROM model WHERE vendor = 'deepseek'`)).toEqual([
      { status: 'closed' },
    ]);
  });

  it('say when one role owns and uses the tables', async () => {
    expect((await migrate(emptyUrl, emptyUrl)).ownerIsApplication).toBe(true);
  });

  it('say what is missing when the owner may not create tables, or the application role does not exist', async () => {
    await expect(migrate(emptyAppUrl(), emptyAppUrl())).rejects.toThrow(/may not create tables here/);
    const nobody = Object.assign(new URL(emptyAppUrl()), { username: 'nobody_here' }).toString();
    await expect(migrate(emptyUrl, nobody)).rejects.toThrow('The role "nobody_here" does not exist');
  });

  it('name in the grants every table there is', async () => {
    const rows = await query(
      database.ownerUrl,
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
    );
    const granted = tableGrants.flatMap(({ readWrite, readOnly }) => [...readWrite, ...readOnly]);
    expect([...granted, 'migrations'].sort()).toEqual(rows.map(({ tablename }) => tablename).sort());
  });

  describe.each(APPEND_ONLY)('%s', (table, column) => {
    it.each([
      ['UPDATE', `UPDATE ${table} SET ${column} = ${column}`],
      ['DELETE', `DELETE FROM ${table}`],
      ['TRUNCATE', `TRUNCATE ${table} CASCADE`],
    ])('refuses %s, to the application, to the owner and to a superuser', async (_verb, sql) => {
      await expect(query(database.appUrl, sql)).rejects.toThrow(/permission denied|append-only/);
      await expect(query(database.ownerUrl, sql)).rejects.toThrow(/append-only/);
      await expect(query(database.superuserUrl, sql)).rejects.toThrow(/append-only/);
    });

    it('refuses INSERT to the application: rows come through the functions only', async () => {
      await expect(query(database.appUrl, `INSERT INTO ${table} DEFAULT VALUES`)).rejects.toThrow(
        'permission denied',
      );
    });
  });

  it('the application may not switch the guards off', async () => {
    for (const [table] of APPEND_ONLY) {
      await expect(query(database.appUrl, `ALTER TABLE ${table} DISABLE TRIGGER ALL`)).rejects.toThrow(
        'must be owner',
      );
    }
    await expect(query(database.appUrl, `SET session_replication_role = 'replica'`)).rejects.toThrow(
      'permission denied',
    );
  });

  it('the audit head goes, for the application, only where the functions move it', async () => {
    for (const sql of ['UPDATE audit_head SET seq = 0', 'DELETE FROM audit_head', 'TRUNCATE audit_head']) {
      await expect(query(database.appUrl, sql)).rejects.toThrow('permission denied');
    }
    for (const sql of ['DELETE FROM audit_head', 'TRUNCATE audit_head']) {
      await expect(query(database.ownerUrl, sql)).rejects.toThrow(/append-only/);
    }
  });
});
