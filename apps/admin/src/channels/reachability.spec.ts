import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CatalogueChannel } from '@gw/catalogue';
import { testChannel } from './reachability';

const LOOPBACK = ['127.0.0.0/8'];

describe('testChannel', () => {
  let server: Server;
  let url: string;
  let status = 200;
  const seen: IncomingMessage[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('{"data":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => (status = 200));

  const channel = (overrides: Partial<CatalogueChannel> = {}): CatalogueChannel => ({
    vendor: 'x',
    baseUrl: `${url}/v1/`,
    apiKey: 'sk-1',
    egress: 'direct',
    proxyUrl: null,
    timeoutMs: 1_000,
    protocol: 'openai',
    ...overrides,
  });

  it('asks for the models with the key', async () => {
    expect(await testChannel(channel(), LOOPBACK)).toEqual({
      ok: true,
      status: 200,
      latency_ms: expect.any(Number),
    });
    expect(seen.at(-1)).toMatchObject({ method: 'GET', url: '/v1/models' });
    expect(seen.at(-1)!.headers.authorization).toBe('Bearer sk-1');
  });

  it('speaks to Anthropic in its own headers', async () => {
    await testChannel(channel({ protocol: 'anthropic', baseUrl: url }), LOOPBACK);
    expect(seen.at(-1)!.url).toBe('/v1/models');
    expect(seen.at(-1)!.headers).toMatchObject({
      'x-api-key': 'sk-1',
      'anthropic-version': expect.any(String),
    });
  });

  it.each([301, 401, 500])('tells status %d and follows nothing', async (answered) => {
    status = answered;
    expect(await testChannel(channel(), LOOPBACK)).toMatchObject({ ok: false, status: answered });
  });

  it.each<[string, Partial<CatalogueChannel>, readonly string[], string]>([
    ['no address', { baseUrl: null }, LOOPBACK, 'no_address'],
    ['a closed port', { baseUrl: 'http://127.0.0.1:1' }, LOOPBACK, 'unreachable'],
    ['a literal address not named', {}, [], 'address_not_allowed'],
    ['a name of an address not named', { baseUrl: 'https://localhost:1' }, [], 'address_not_allowed'],
    ['metadata', { baseUrl: 'http://169.254.169.254' }, ['0.0.0.0/0'], 'address_not_allowed'],
    ['a key in clear over the open network', { baseUrl: 'http://8.8.8.8' }, LOOPBACK, 'address_not_allowed'],
  ])('does not reach %s', async (_name, overrides, allowed, problem) => {
    const before = seen.length;
    expect(await testChannel(channel(overrides), allowed)).toMatchObject({
      ok: false,
      status: null,
      problem,
    });
    expect(seen).toHaveLength(before);
  });
});
