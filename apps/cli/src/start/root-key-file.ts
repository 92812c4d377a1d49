import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@gw/platform';

/**
 * The file with the root key of a data directory; made at the first start.
 * @throws ConfigError when it is gone although the directory holds a database: a new key could open nothing there
 */
export function rootKeyFile(dataDir: string): string {
  const file = join(dataDir, 'master.key');
  if (existsSync(file)) return file;
  if (existsSync(join(dataDir, 'postgres.json'))) {
    throw new ConfigError([
      `GW_MASTER_KEY is not set and ${file} is gone; without the root key the data in ${dataDir} cannot be opened.`,
    ]);
  }
  writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}
