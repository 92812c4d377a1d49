import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@gw/platform';
import { rootKeyFile } from './root-key-file';

describe('the root key of a data directory', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'gw-key-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is made once, readable by its owner alone, in the form the settings take', () => {
    const file = rootKeyFile(dataDir);
    const text = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadConfig({ GW_MASTER_KEY_FILE: file }).GW_MASTER_KEY).toHaveLength(32);
    expect(rootKeyFile(dataDir)).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is not made anew for a database that another one closed', () => {
    writeFileSync(join(dataDir, 'postgres.json'), '{}');
    expect(() => rootKeyFile(dataDir)).toThrow(/GW_MASTER_KEY is not set and .* is gone/);
  });
});
