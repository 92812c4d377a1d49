import axios from 'axios';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { undiciAdapter, type UndiciAdapterOptions } from './undici.adapter';
import { UpstreamFailure } from './upstream-failure';

let server: Server;
let pool: Pool;
let origin: string;
let answer: RequestListener;
let requests: IncomingMessage[] = [];
let connections = 0;
let closed = 0;

beforeEach(async () => {
  [requests, connections, closed] = [[], 0, 0];
  server = createServer((request, response) => {
    requests.push(request);
    answer(request.resume(), response);
  });
  server.on('connection', (socket) => {
    connections++;
    socket.on('close', () => closed++).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pool = new Pool(origin, { connections: 1 });
});
afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const post = async (
  config: { timeout?: number; headers?: Record<string, string>; signal?: AbortSignal } = {},
  options: Partial<UndiciAdapterOptions> = {},
) => {
  const http = axios.create({
    adapter: undiciAdapter({
      dispatcher: pool,
      headerNames: ['content-type', 'authorization'],
      replyBytesMax: 1_000,
      refusal: (status) => (status === 200 ? undefined : 'STATUS'),
      ...options,
    }),
    transformRequest: [],
    transformResponse: [],
    validateStatus: null,
  });
  return http.post<Buffer>(`${origin}/v1/x?q=1`, '{"问":1}', config);
};
const failureOf = async (call: Promise<unknown>): Promise<UpstreamFailure> =>
  call.then(
    () => {
      throw new Error('must not succeed');
    },
    (error: UpstreamFailure) => error,
  );
const until = async (condition: () => boolean) => {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
};
const bytes =
  (count: number): RequestListener =>
  (_request, response) => {
    response.writeHead(200);
    for (let sent = 0; sent < count; sent += 100) response.write(Buffer.alloc(Math.min(100, count - sent)));
    response.end();
  };

describe('the adapter', () => {
  it('sends the body as it is and the named headers only', async () => {
    let received = '';
    answer = (request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
      request.on('end', () => response.end('ok'));
    };
    const { status, data } = await post({
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer k',
        'X-Forwarded-For': '10.0.0.1',
      },
    });
    expect([status, data.toString()]).toEqual([200, 'ok']);
    expect(received).toBe('{"问":1}');
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/v1/x?q=1' });
    expect(Object.keys(requests[0]!.headers).sort()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
  });

  it('keeps its connection', async () => {
    answer = (_request, response) => response.end('ok');
    for (let i = 0; i < 5; i++) await post();
    expect(connections).toBe(1);
  });

  it.each([1_000, 999])('reads a reply of %i bytes', async (count) => {
    answer = bytes(count);
    expect((await post()).data).toHaveLength(count);
  });

  it('cuts a reply at the limit and closes the socket', async () => {
    answer = (_request, response) => {
      response.writeHead(200);
      response.write(Buffer.alloc(1_001));
    };
    expect(await failureOf(post())).toMatchObject({ code: 'REPLY_TOO_LARGE', status: 200 });
    await until(() => closed === 1);
  });

  it('does not begin to read a reply that says it is too large', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': '1001' }).flushHeaders();
    expect(await failureOf(post())).toMatchObject({ code: 'REPLY_TOO_LARGE' });
    await until(() => closed === 1);
  });

  it('drops a small refused reply and keeps the connection', async () => {
    answer = (_request, response) => response.writeHead(429, { 'content-length': '4' }).end('秘'.padEnd(2));
    expect(await failureOf(post())).toMatchObject({ code: 'STATUS', status: 429 });
    answer = (_request, response) => response.end('ok');
    await post();
    expect(connections).toBe(1);
  });

  it('closes the socket of a refused reply without an end in sight', async () => {
    answer = (_request, response) => {
      response.writeHead(500);
      response.write('x');
    };
    expect(await failureOf(post())).toMatchObject({ code: 'STATUS', status: 500 });
    await until(() => closed === 1);
  });

  it('closes the socket at the deadline', async () => {
    answer = () => undefined;
    expect(await failureOf(post({ timeout: 50 }))).toMatchObject({ code: 'DEADLINE', status: undefined });
    await until(() => closed === 1);
  });

  it('closes the socket of a refused reply at the deadline, if it trickles', async () => {
    answer = (_request, response) => {
      response.writeHead(429, { 'content-length': '100' });
      response.write('x');
    };
    expect(await failureOf(post({ timeout: 1_000 }))).toMatchObject({ code: 'STATUS' });
    await until(() => closed === 1);
  });

  it('never sends a request whose deadline passed while it waited for a connection', async () => {
    answer = () => undefined;
    const first = failureOf(post({ timeout: 150 }));
    await until(() => requests.length === 1);
    expect(await failureOf(post({ timeout: 30 }))).toMatchObject({ code: 'DEADLINE' });
    await first;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toHaveLength(1);
  });

  it('ends at an abort signal', async () => {
    answer = () => undefined;
    const abort = new AbortController();
    const call = failureOf(post({ signal: abort.signal }));
    await until(() => requests.length === 1);
    abort.abort();
    expect((await call).message).not.toContain('问');
    await until(() => closed === 1);
  });

  it('skips early hints', async () => {
    answer = (_request, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      response.end('ok');
    };
    expect((await post()).status).toBe(200);
  });

  it.each([
    ['closes', (socket: IncomingMessage['socket']) => socket.destroy()],
    ['resets', (socket: IncomingMessage['socket']) => socket.resetAndDestroy()],
    ['speaks nonsense', (socket: IncomingMessage['socket']) => socket.end('秘密 13812345678\r\n\r\n')],
  ])('fails without a retry when the other side %s, and tells nothing of the exchange', async (_, fault) => {
    answer = ({ socket }) => void fault(socket);
    const failure = await failureOf(post({ headers: { authorization: 'Bearer geheim' } }));
    expect(failure).toBeInstanceOf(UpstreamFailure);
    expect(JSON.stringify(failure) + String(failure) + String(failure.cause)).not.toMatch(
      /geheim|问|秘密|138/,
    );
    expect(requests).toHaveLength(1);
  });

  it('fails when nobody listens', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await failureOf(post())).code).toBe('ECONNREFUSED');
  });

  it('fails when its pool is closed', async () => {
    await pool.destroy();
    expect((await failureOf(post())).code).toBe('UND_ERR_DESTROYED');
  });
});
