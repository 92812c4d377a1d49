import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions, tableGrants } from './data-source';
import { seedCatalogue } from './seeds/catalogue.seed';

const SERVER_VERSION_MIN = 140_000;
const MIGRATION_TIMEOUT_MS = 600_000;
/** Any number that nobody else uses in this database. */
const LOCK_KEY = 7_021_964;

export interface MigrationReport {
  /** Names of the migrations that ran now. */
  readonly applied: readonly string[];
  /** True when the application role also owns the tables, so that only triggers guard the log and the ledger. */
  readonly ownerIsApplication: boolean;
}

/** A database that cannot be used, said in words for an operator. */
export class MigrationError extends Error {}

/**
 * Brings a database to the newest schema, seeds the catalogue, and grants the application role what it needs.
 * Two of them at the same time are safe: the second waits for the first and finds nothing to do.
 * @param ownerUrl role that owns the tables
 * @param appUrl role of the running processes; may be the same
 */
export async function migrate(ownerUrl: string, appUrl: string): Promise<MigrationReport> {
  const dataSource = await new DataSource(
    dataSourceOptions({
      url: ownerUrl,
      poolSize: 2,
      statementTimeoutMs: MIGRATION_TIMEOUT_MS,
      lockTimeoutMs: MIGRATION_TIMEOUT_MS,
      applicationName: 'privacy-gateway-migrate',
    }),
  ).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await assertVersion(lock);
    // Held by an open transaction, so it also works behind a pooler in transaction mode.
    await lock.startTransaction();
    await lock.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const applied = await dataSource.runMigrations();
    await seedCatalogue(dataSource);
    const ownerIsApplication = await grant(dataSource, appUrl);
    await lock.commitTransaction();
    return { applied: applied.map(({ name }) => name), ownerIsApplication };
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction();
    await lock.release();
    await dataSource.destroy();
  }
}

async function assertVersion(runner: QueryRunner): Promise<void> {
  const rows: { server_version_num: string }[] = await runner.query('SHOW server_version_num');
  if (Number(rows[0]?.server_version_num) < SERVER_VERSION_MIN) {
    throw new MigrationError('Privacy Gateway needs PostgreSQL 14 or newer; upgrade the server.');
  }
}

async function grant(dataSource: DataSource, appUrl: string): Promise<boolean> {
  const role = decodeURIComponent(new URL(appUrl).username);
  const [{ owner }] = (await dataSource.query('SELECT current_user AS owner')) as [{ owner: string }];
  if (!role || role === owner) return true;
  const to = `TO ${quoteIdentifier(role)}`;
  const statements = tableGrants.flatMap(({ readWrite, readOnly, functions }) => [
    ...readWrite.map((table) => `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} ${to}`),
    ...readOnly.map((table) => `GRANT SELECT ON ${table} ${to}`),
    ...functions.map((signature) => `GRANT EXECUTE ON FUNCTION ${signature} ${to}`),
  ]);
  await dataSource.query(
    [
      ...statements,
      `GRANT USAGE ON SCHEMA public ${to}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public ${to}`,
      `GRANT SELECT ON migrations ${to}`,
    ].join(';\n'),
  );
  return false;
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
