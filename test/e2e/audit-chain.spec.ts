import type { INestApplicationContext } from '@nestjs/common';
import { AuditChain, AuditLog, genesisHead, leafHash, nextHead } from '@gw/audit';
import { loadConfig, newId } from '@gw/platform';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { openInstallation } from '../../apps/cli/src/installation/installation.module';
import { freshDatabase, type FreshDatabase } from '../support/fresh-database';
import { testEnvironment } from '../support/test-config';

describe('the audit chain', () => {
  let database: FreshDatabase;
  let replicas: INestApplicationContext[];
  let superuser: Client;

  beforeAll(async () => {
    database = await freshDatabase();
    const config = loadConfig(testEnvironment(database.appUrl));
    replicas = await Promise.all([openInstallation(config), openInstallation(config)]);
    superuser = new Client({ connectionString: database.superuserUrl });
    await superuser.connect();
  });
  afterAll(async () => {
    await superuser.end();
    for (const replica of replicas) await replica.close();
    await database.drop();
  });

  const append = (replica: number) =>
    replicas[replica]!.get(AuditChain).append({ kind: 'detect', request_id: newId(), outcome: 'completed' });
  const log = () => replicas[0]!.get(AuditLog);

  it('has one genesis and no fork when two replicas write at once', async () => {
    const appended = await Promise.all(Array.from({ length: 200 }, (_, index) => append(index % 2)));
    expect(new Set(appended.map(({ seq }) => seq)).size).toBe(200);
    const rows = await superuser.query('SELECT seq, bytes, leaf, head FROM audit_record ORDER BY seq');
    let head = genesisHead(await log().genesis());
    for (const row of rows.rows) {
      head = nextHead(BigInt(row.seq), head, leafHash(row.bytes));
      expect(leafHash(row.bytes)).toEqual(row.leaf);
      expect(head).toEqual(row.head);
    }
    expect(head.toString('hex')).toBe((await replicas[0]!.get(AuditChain).head()).head);
    expect(
      appended.every(({ seq, head: told }) => rows.rows[Number(seq) - 1].head.toString('hex') === told),
    ).toBe(true);
  });

  it.each([
    ['UPDATE audit_record SET kind = kind'],
    ['DELETE FROM audit_record'],
    ['TRUNCATE audit_record'],
    ['UPDATE audit_log SET created = created'],
    ['DELETE FROM audit_head'],
    ['UPDATE audit_head SET seq = 0'],
    ['UPDATE ledger_transaction SET note = note'],
    ['DELETE FROM entry'],
    ['TRUNCATE entry'],
  ])('refuses %s, even to the owner of the tables', async (statement) => {
    await append(0);
    await expect(replicas[0]!.get(DataSource).query(statement)).rejects.toThrow();
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      await expect(owner.query(statement)).rejects.toThrow(/append-only|only moves forward/);
    } finally {
      await owner.end();
    }
  });

  it.each<[string, string, number]>([
    ['changed bytes', `UPDATE audit_record SET bytes = replace(bytes, 'detect', 'chat') WHERE seq = 50`, 50],
    ['a changed leaf', `UPDATE audit_record SET leaf = sha256('x') WHERE seq = 50`, 50],
    ['a changed head', `UPDATE audit_record SET head = sha256('x') WHERE seq = 50`, 50],
    ['a deletion', 'DELETE FROM audit_record WHERE seq = 50', 50],
    ['a truncated tail', 'DELETE FROM audit_record WHERE seq > 150', 151],
  ])('shows %s with its first bad seq', async (_, tampering, firstBad) => {
    expect((await log().verify()).ok).toBe(true);
    await superuser.query('BEGIN; ALTER TABLE audit_record DISABLE TRIGGER ALL');
    await superuser.query('CREATE TEMP TABLE kept ON COMMIT PRESERVE ROWS AS SELECT * FROM audit_record');
    await superuser.query(tampering);
    await superuser.query('COMMIT');
    const verification = await log().verify();
    await superuser.query('DELETE FROM audit_record; INSERT INTO audit_record SELECT * FROM kept');
    await superuser.query('ALTER TABLE audit_record ENABLE TRIGGER ALL; DROP TABLE kept');
    expect(verification).toMatchObject({ ok: false, first_bad_seq: firstBad });
  });
});
