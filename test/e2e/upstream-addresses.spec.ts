import type { LookupFunction } from 'node:net';
import type { CatalogueModel } from '@gw/catalogue';
import { loadConfig } from '@gw/platform';
import { OpenAiCompatibleUpstream } from '../../apps/gateway/src/upstream/openai-compatible.upstream';
import { startFakeUpstream, type FakeUpstream } from '../support/fake-upstream';

let model: FakeUpstream;
let port: string;
const upstreams: OpenAiCompatibleUpstream[] = [];

beforeAll(async () => {
  model = await startFakeUpstream();
  port = new URL(model.baseUrl).port;
});
afterAll(async () => {
  await Promise.all(upstreams.map((upstream) => upstream.onApplicationShutdown()));
  await model.close();
});
beforeEach(() => model.requests.splice(0));

const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function start(privateCidrs: string, lookup?: LookupFunction): OpenAiCompatibleUpstream {
  const config = loadConfig({
    GW_UPSTREAM_PRIVATE_CIDRS: privateCidrs,
    GW_UPSTREAM_CONNECT_TIMEOUT_MS: '300',
    GW_UPSTREAM_TIMEOUT_MS: '2000',
  });
  const upstream = new OpenAiCompatibleUpstream(config, lookup);
  upstreams.push(upstream);
  return upstream;
}

async function call(upstream: OpenAiCompatibleUpstream, baseUrl: string): Promise<string> {
  const channel = { vendor: 'v', baseUrl, apiKey: 'k', egress: 'direct', proxyUrl: null, timeoutMs: null };
  const target = { name: 'm', channel } as unknown as CatalogueModel;
  try {
    const { status } = await upstream.chat({ model: target, body: '{"messages":[]}', requestId: 'r' });
    return String(status);
  } catch (error) {
    const { code, cause } = error as Error & { code: string; cause?: { code?: string } };
    return `${code} ${cause?.code}`;
  }
}

describe('an address is checked when it is connected to', () => {
  it('a private range is reached only when it is named', async () => {
    await expect(call(start('127.0.0.0/8'), model.baseUrl)).resolves.toBe('200');
    await expect(call(start('10.0.0.0/8'), model.baseUrl)).resolves.toBe(
      'upstream_error ADDRESS_NOT_ALLOWED',
    );
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://0.0.0.0',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://169.254.169.254',
    'https://[fe80::1]',
    'https://[fd00:ec2::254]',
    'https://10.0.0.1',
    'https://100.100.100.200',
  ])('%s is not connected to', async (origin) => {
    await expect(call(start(''), `${origin}:${port}/v1`)).resolves.toBe('upstream_error ADDRESS_NOT_ALLOWED');
    expect(model.requests).toHaveLength(0);
  });

  it('a name that resolves to a private address is not connected to', async () => {
    const upstream = start('', resolvingTo('127.0.0.1'));
    await expect(call(upstream, `http://model.example:${port}/v1`)).resolves.toBe(
      'upstream_error ADDRESS_NOT_ALLOWED',
    );
    expect(model.requests).toHaveLength(0);
  });

  it('a name that resolves to the metadata address is never connected to, whatever ranges are named', async () => {
    const upstream = start('127.0.0.0/8,169.254.0.0/16', resolvingTo('169.254.169.254'));
    await expect(call(upstream, `http://model.example:${port}/v1`)).resolves.toBe(
      'upstream_error ADDRESS_NOT_ALLOWED',
    );
  });

  it('a name that resolves differently the second time gains nothing', async () => {
    const answers = [resolvingTo('127.0.0.1'), resolvingTo('127.0.0.2')];
    let lookups = 0;
    const upstream = start('127.0.0.1/32', (...args) => answers[lookups++ % 2]!(...args));
    const baseUrl = `http://rebind.example:${port}/v1`;
    await expect(call(upstream, baseUrl)).resolves.toBe('200');
    await upstream.onApplicationShutdown();
    await expect(call(upstream, baseUrl)).resolves.toBe('upstream_error ADDRESS_NOT_ALLOWED');
    expect([lookups, model.requests.length]).toEqual([2, 1]);
  });

  it('a name that never resolves is upstream_timeout at the connect deadline', async () => {
    const upstream = start('127.0.0.0/8', () => undefined);
    const startedAt = performance.now();
    await expect(call(upstream, `http://model.example:${port}/v1`)).resolves.toMatch(/^upstream_timeout/);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });

  it('clear text does not go to a public address', async () => {
    const upstream = start('127.0.0.0/8', resolvingTo('8.8.8.8'));
    await expect(call(upstream, `http://model.example:${port}/v1`)).resolves.toBe(
      'upstream_error ADDRESS_NOT_ALLOWED',
    );
  });
});
