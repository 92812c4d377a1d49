import { createServer as createHttpServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Dispatcher } from 'undici';
import { channelDispatcher } from './channel-dispatcher';
import type { AddressCheck } from './checked-connector';

const loopback: AddressCheck = (address) => address === '127.0.0.1';
const open: { close(): unknown }[] = [];
const dispatchers: Dispatcher[] = [];

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startModel = () => listen(createHttpServer((_request, response) => response.end('hello')));

/** A CONNECT proxy; `onConnect` may break what it is asked. */
async function startProxy(onConnect?: 'refuse' | 'hang-up' | 'stall') {
  const targets: string[] = [];
  const server = createHttpServer();
  server.on('connect', (request, socket) => {
    targets.push(request.url ?? '');
    socket.on('error', () => undefined);
    if (onConnect === 'stall') return;
    if (onConnect === 'hang-up') return socket.destroy();
    if (onConnect === 'refuse') return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const [host, port] = (request.url ?? '').split(':');
    const model = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      model.pipe(socket).pipe(model);
    });
    model.on('error', () => socket.destroy());
  });
  return { url: await listen(server), targets };
}

async function get(
  origin: string,
  options: { proxyUrl?: string; isAllowed?: AddressCheck },
): Promise<string> {
  const { proxyUrl, isAllowed = loopback } = options;
  const dispatcher = channelDispatcher({ origin, proxyUrl }, { isAllowed, timeoutMs: 300 });
  dispatchers.push(dispatcher);
  try {
    const { body } = await dispatcher.request({ origin, path: '/', method: 'GET' });
    return await body.text();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

afterAll(async () => {
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
  for (const server of open) server.close();
});

describe('a channel', () => {
  it('goes straight to its model', async () => {
    await expect(get(await startModel(), {})).resolves.toBe('hello');
  });

  it('does not go straight to an address that is not allowed', async () => {
    await expect(get(await startModel(), { isAllowed: () => false })).resolves.toBe('ADDRESS_NOT_ALLOWED');
  });

  it('goes through its proxy by a tunnel', async () => {
    const model = await startModel();
    const proxy = await startProxy();
    await expect(get(model, { proxyUrl: proxy.url })).resolves.toBe('hello');
    expect(proxy.targets).toEqual([new URL(model).host]);
  });

  it('does not reach a proxy whose address is not allowed', async () => {
    const proxy = await startProxy();
    const outcome = await get('https://8.8.8.8', {
      proxyUrl: proxy.url,
      isAllowed: (address) => address === '8.8.8.8',
    });
    expect(outcome).toBe('PROXY_TUNNEL_FAILED');
    expect(proxy.targets).toEqual([]);
  });

  it.each(['http://169.254.169.254', 'https://169.254.169.254', 'http://model.example'])(
    'does not ask its proxy for %s',
    async (origin) => {
      const proxy = await startProxy();
      await expect(get(origin, { proxyUrl: proxy.url })).resolves.toBe('ADDRESS_NOT_ALLOWED');
      expect(proxy.targets).toEqual([]);
    },
  );

  it.each([
    ['refuse', 'PROXY_TUNNEL_FAILED'],
    ['hang-up', 'PROXY_TUNNEL_FAILED'],
    ['stall', 'ETIMEDOUT'],
  ] as const)('fails once when its proxy does this: %s', async (fault, code) => {
    const proxy = await startProxy(fault);
    await expect(get(await startModel(), { proxyUrl: proxy.url })).resolves.toBe(code);
    expect(proxy.targets).toHaveLength(1);
  });
});
