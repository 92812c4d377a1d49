import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDemoEnv, writeDemoEnv } from './demo-env';

describe('demo.env', () => {
  let file: string;
  beforeEach(() => (file = join(mkdtempSync(join(tmpdir(), 'gw-demo-')), 'demo.env')));
  afterEach(() => rmSync(join(file, '..'), { recursive: true, force: true }));

  const env = {
    GW_BASE_URL: 'http://127.0.0.1:8080',
    GW_API_KEY: 'gw_live_1001_abc',
    GW_ADMIN_URL: 'http://127.0.0.1:8081',
    GW_ADMIN_TOKEN: 'gwop_101_def',
  };

  it('gives back what was written, readable by its owner alone', () => {
    writeDemoEnv(file, env);
    expect(readDemoEnv(file)).toEqual(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('may be absent or damaged', () => {
    expect(readDemoEnv(file)).toEqual({});
    writeFileSync(file, 'GW_API_KEY=\n# note\nGW_ADMIN_URL=http://a\nnonsense');
    expect(readDemoEnv(file)).toEqual({ GW_ADMIN_URL: 'http://a' });
  });
});
