import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@gw/platform';
import { HealthReporter } from './health.reporter';
import { SERVICE_NAME, SERVICE_VERSION } from './service';
import { StatusController } from './status.controller';

describe('GET /', () => {
  it('names the service as package.json does', () => {
    const path = join(__dirname, '../../../../package.json');
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    expect([SERVICE_NAME, SERVICE_VERSION]).toEqual([name, version]);
  });

  it('is the status document', () => {
    expect(new StatusController({} as never, loadConfig({})).status()).toEqual({
      service: 'privacy-gateway',
      version: '0.1.0',
      status: 'running',
      health: '/healthz',
      docs: expect.stringContaining('disabled'),
      endpoints: [
        'POST /v1/chat/completions',
        'POST /v1/detect',
        'POST /v1/tokenize',
        'POST /v1/detokenize',
        'GET /v1/audit/head',
      ],
    });
    expect(new StatusController({} as never, loadConfig({ GW_ENABLE_DOCS: '1' })).status().docs).toBe(
      '/docs',
    );
  });
});

describe('the health document', () => {
  const known = { seq: 6n, head: 'aa', recordedAt: '2026-01-01T00:00:00Z' };
  const reporter = (status: 'ok' | 'error', head: () => Promise<unknown>, lastKnown: unknown = known) =>
    new HealthReporter({ check: async () => ({ status }) } as never, { head, lastKnown } as never);

  it('tells the newest head', async () => {
    const newest = { ...known, seq: 7n, head: 'bb' };
    await expect(reporter('ok', async () => newest).report()).resolves.toEqual({
      ok: true,
      audit_head: 'bb',
      audit_seq: 7,
    });
  });

  it('is not ok, and tells the last known head, when something vital is down', async () => {
    const down = () => Promise.reject(new Error('no connection'));
    const expected = { ok: false, audit_head: 'aa', audit_seq: 6 };
    await expect(reporter('error', down).report()).resolves.toEqual(expected);
    await expect(reporter('ok', down).report()).resolves.toEqual(expected);
    await expect(reporter('error', down, null).report()).resolves.toEqual({
      ok: false,
      audit_head: null,
      audit_seq: null,
    });
  });

  it('asks once for many callers, and anew for one who comes later', async () => {
    let asked = 0;
    const health = reporter('ok', async () => ({ ...known, seq: BigInt(++asked) }));
    const together = await Promise.all([health.report(), health.report(), health.report()]);
    expect(together.map(({ audit_seq }) => audit_seq)).toEqual([1, 1, 1]);
    expect((await health.report()).audit_seq).toBe(2);
  });
});
