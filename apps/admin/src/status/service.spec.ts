import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAME, SERVICE_VERSION } from './service';

it('names the service as package.json does', () => {
  const path = join(__dirname, '../../../../package.json');
  const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  expect([SERVICE_NAME, SERVICE_VERSION]).toEqual([name, version]);
});
