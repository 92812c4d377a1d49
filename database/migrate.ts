import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions, tableGrants } from './data-source';
import { DatabaseError } from './database-error';
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

/**
 * Brings a database to the newest schema, seeds the catalogue, and grants the application role what it needs.
 * Two of them at the same time are safe: the second waits for the first and finds nothing to do.
 * @param ownerUrl role that owns the tables
 * @param appUrl role of the running processes; may be the same
 * @throws DatabaseError when the server cannot be reached, is too old, or does not let the owner work
 */
export async function migrate(ownerUrl: string, appUrl: string): Promise<MigrationReport> {
  const dataSource = await connect(ownerUrl);
  const lock = dataSource.createQueryRunner();
  try {
    await assertVersion(lock);
    // Held by an open transaction, so it also works behind a pooler in transaction mode.
    await lock.startTransaction();
    await lock.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const applied = await dataSource.runMigrations();
    await seedCatalogue(dataSource);
    const ownerIsApplication = await grant(dataSource, roleOf(appUrl));
    await lock.commitTransaction();
    return { applied: applied.map(({ name }) => name), ownerIsApplication };
  } catch (error) {
    throw explain(error, roleOf(ownerUrl), roleOf(appUrl));
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction();
    await lock.release();
    await dataSource.destroy();
  }
}

/** @param version as `server_version_num` tells it, e.g. 150004 */
export function assertServerVersion(version: number): void {
  if (version >= SERVER_VERSION_MIN) return;
  throw new DatabaseError(
    `The database runs PostgreSQL ${Math.floor(version / 10_000)}; Privacy Gateway needs 14 or newer.`,
  );
}

async function connect(url: string): Promise<DataSource> {
  const dataSource = new DataSource(
    dataSourceOptions({
      url,
      poolSize: 2,
      statementTimeoutMs: MIGRATION_TIMEOUT_MS,
      lockTimeoutMs: MIGRATION_TIMEOUT_MS,
      applicationName: 'privacy-gateway-migrate',
    }),
  );
  return dataSource.initialize().catch((cause: Error) => {
    const { host, pathname } = new URL(url);
    throw new DatabaseError(`Cannot connect to the database ${host}${pathname}: ${cause.message}`, { cause });
  });
}

async function assertVersion(runner: QueryRunner): Promise<void> {
  const rows: { server_version_num: string }[] = await runner.query('SHOW server_version_num');
  assertServerVersion(Number(rows[0]?.server_version_num));
}

async function grant(dataSource: DataSource, role: string): Promise<boolean> {
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

/** The two refusals an operator meets when roles are not set up yet; anything else is as PostgreSQL says it. */
function explain(error: unknown, owner: string, app: string): unknown {
  switch ((error as { code?: string }).code) {
    case '42501':
      return new DatabaseError(
        `The role "${owner}" may not create tables here; make it the owner of the database.`,
        { cause: error },
      );
    case '42704':
      return new DatabaseError(`The role "${app}" does not exist; create it first.`, { cause: error });
    default:
      return error;
  }
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
