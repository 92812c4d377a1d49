import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../database/embedded-postgres';
import { prepareTemplate } from './template-database';

/**
 * One PostgreSQL for the whole run, outside the repository, with a migrated database to clone from.
 * TEST_DATABASE_URL, a superuser's, runs the tests on another server instead.
 */
export default async function setup(): Promise<void> {
  process.env.TEST_TEMPLATE = JSON.stringify(await prepareTemplate(await serverUrl()));
}

async function serverUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(join(tmpdir(), 'gw-test-'));
  const { superuserUrl, stop } = await startEmbeddedPostgres({ dataDir, port: 0, log: () => undefined });
  globalThis.testServer = { dataDir, stop };
  return superuserUrl;
}

declare global {
  var testServer: { dataDir: string; stop: () => Promise<void> } | undefined;
}
