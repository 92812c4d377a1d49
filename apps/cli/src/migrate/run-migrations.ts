import { migrate, type MigrationReport } from '@gw/database';
import type { InstallationDatabase } from '../start/installation-database';

const OWNER_WARNING =
  'Warning: the application role owns the tables, so only triggers keep the audit log and the ledger append-only. ' +
  'Set GW_MIGRATION_DATABASE_URL to a role of its own.';

/** @param say gets a warning a person should read */
export async function runMigrations(
  database: InstallationDatabase,
  say: (line: string) => void,
): Promise<MigrationReport> {
  const report = await migrate(database.ownerUrl, database.appUrl);
  if (report.ownerIsApplication) say(OWNER_WARNING);
  return report;
}

export function describeMigrations({ applied }: MigrationReport): string {
  return applied.length === 0 ? 'nothing to do' : `${applied.length} applied`;
}
