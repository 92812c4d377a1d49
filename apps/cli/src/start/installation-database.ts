import { startEmbeddedPostgres } from '@gw/database';
import type { GwConfig } from '@gw/platform';

/** The database an installation works on. */
export interface InstallationDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** For the progress line; no password. */
  readonly description: string;
  /** Settles when an embedded server ends by itself. */
  readonly lost: Promise<void>;
  close(): Promise<void>;
}

/** The one that GW_DATABASE_URL names, or else the embedded server of the data directory. */
export async function openDatabase(
  config: GwConfig,
  say: (line: string) => void,
): Promise<InstallationDatabase> {
  if (config.GW_DATABASE_URL) return external(config.GW_DATABASE_URL, config.GW_MIGRATION_DATABASE_URL);
  const postgres = await startEmbeddedPostgres({
    dataDir: config.GW_DATA_DIR,
    port: config.GW_EMBEDDED_POSTGRES_PORT,
    log: (line) => say(`  ${line}`),
  });
  const { host } = new URL(postgres.appUrl);
  const how = postgres.adopted ? 'embedded PostgreSQL, still running, taken over' : 'embedded PostgreSQL';
  return {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl,
    description: `${how}, on ${host}`,
    lost: postgres.lost,
    close: () => postgres.stop(),
  };
}

function external(appUrl: string, ownerUrl = appUrl): InstallationDatabase {
  return {
    ownerUrl,
    appUrl,
    description: `PostgreSQL on ${new URL(appUrl).host}`,
    lost: new Promise(() => undefined),
    close: () => Promise.resolve(),
  };
}
