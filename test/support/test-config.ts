import { randomBytes } from 'node:crypto';
import { loadConfig, type GwConfig } from '@gw/platform';

/** Settings of an application under test, as it would find them in its environment. */
export function testEnvironment(
  databaseUrl: string,
  overrides: Record<string, string> = {},
): Record<string, string> {
  return {
    GW_HOST: '127.0.0.1',
    GW_PORT: '0',
    GW_ADMIN_PORT: '0',
    GW_MANAGEMENT_HOST: '127.0.0.1',
    GW_MANAGEMENT_PORT: '0',
    GW_ADMIN_MANAGEMENT_PORT: '0',
    GW_DATABASE_URL: databaseUrl,
    GW_MASTER_KEY: randomBytes(32).toString('base64'),
    GW_LOG_LEVEL: 'silent',
    GW_UPSTREAM_PRIVATE_CIDRS: '127.0.0.0/8',
    ...overrides,
  };
}

export function testConfig(databaseUrl: string, overrides: Record<string, string> = {}): GwConfig {
  return loadConfig(testEnvironment(databaseUrl, overrides));
}
