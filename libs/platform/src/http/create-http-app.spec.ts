import { Body, Controller, Get, Module, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { connect } from 'node:net';
import { loadConfig } from '../config/load-config';
import { AppError } from '../errors/app-error';
import { HealthModule } from '../health/health.module';
import { Readiness } from '../health/readiness';
import { startListening, type RunningApp } from '../lifecycle/app-lifecycle';
import { createLogger } from '../logging/create-logger';
import { createHttpApp } from './create-http-app';
import { jsonBodyLimits, readJsonBody } from './json-body';

const SECRET = '13812345678';
const config = loadConfig({ GW_BODY_BYTES_MAX: '1000' });
const hanging: (() => void)[] = [];

@Controller()
class ProbeController {
  @Get('healthz')
  healthz() {
    return { ok: true };
  }
  @Get('items/:id')
  item() {
    return { found: true };
  }
  @Post('read')
  async read(@Req() request: FastifyRequest) {
    const { bytes } = await readJsonBody(request, jsonBodyLimits(config));
    return { bytes: bytes.length };
  }
  @Post('parsed')
  parsed(@Body() body: unknown) {
    return { body: body ?? null };
  }
  @Get('bug')
  bug() {
    throw new TypeError(`cannot read ${SECRET}`);
  }
  @Get('busy')
  async busy() {
    await new Promise<void>((resolve) => hanging.push(resolve));
    return { done: true };
  }
  @Get('limited')
  limited() {
    throw new AppError('rate_limited');
  }
}

@Module({ imports: [HealthModule], controllers: [ProbeController] })
class ProbeModule {}

const lines: string[] = [];
const running: RunningApp[] = [];

async function start(body: 'unread' | 'json', drainSeconds = 5): Promise<RunningApp> {
  const logger = createLogger({ GW_LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = await createHttpApp(ProbeModule, { config, logger, body });
  app.get(Readiness).add('always', () => true);
  const started = await startListening(app, {
    logger,
    host: '127.0.0.1',
    port: 0,
    managementHost: '127.0.0.1',
    managementPort: 0,
    drainSeconds,
  });
  running.push(started);
  return started;
}

const until = async (condition: () => boolean) => {
  for (let i = 0; i < 200 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
};
const errorOf = async (response: Response) =>
  [response.status, ((await response.json()) as { error: unknown }).error] as const;
const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

function rawRequest(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.setTimeout(5_000, () => socket.destroy());
  });
}

beforeEach(() => lines.splice(0));
afterAll(async () => {
  for (const resolve of hanging) resolve();
  await Promise.all(running.map((app) => app.close()));
});

describe('errors of the framework take the form of the catalogue', () => {
  let url: string;
  beforeAll(async () => void ({ url } = await start('unread')));

  it.each([
    ['GET', '/nothing', 404, 'not_found'],
    ['GET', '/items/', 404, 'not_found'],
    ['POST', '/items/7', 405, 'method_not_allowed'],
    ['DELETE', '/read', 405, 'method_not_allowed'],
    ['OPTIONS', '/healthz?x=1', 405, 'method_not_allowed'],
    ['GET', '/%zz', 400, 'invalid_request'],
    ['GET', `/items/${'x'.repeat(300)}`, 404, 'not_found'],
    ['GET', '/bug', 500, 'internal'],
    ['GET', '/limited', 429, 'rate_limited'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const response = await fetch(url + path, { method });
    expect(response.headers.get('x-gateway-error-code')).toBe(code);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = (await response.json()) as Record<string, unknown>;
    expect([response.status, body.error]).toEqual([status, code]);
    expect(body.request_id).toBe(response.headers.get('x-request-id'));
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['error', 'detail', 'request_id']));
  });

  it('names the methods a path serves', async () => {
    const response = await fetch(`${url}/items/7`, { method: 'PUT' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it('answers what is not HTTP in the same form, and closes', async () => {
    const answer = await rawRequest(url, 'GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"invalid_request"');
    expect(answer).toMatch(/connection: close/);
  });

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n'],
  ])('refuses %s and closes the connection', async (_name, rest) => {
    const answer = await rawRequest(
      url,
      `POST /read HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${rest}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer.toLowerCase()).toContain('connection: close');
  });
});

describe('bodies that are left unread', () => {
  let url: string;
  beforeAll(async () => void ({ url } = await start('unread')));

  it.each([
    ['text/plain', 415],
    ['not a type at all', 415],
    ['application/json; charset=gbk', 415],
    ['application/json', 201],
  ])('%j is %i', async (contentType, status) => {
    expect((await post(`${url}/read`, '{"a":1}', { 'content-type': contentType })).status).toBe(status);
  });

  it('draws the line exactly at the limit', async () => {
    const bodyOf = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect((await post(`${url}/read`, bodyOf(1_000))).status).toBe(201);
    expect(await errorOf(await post(`${url}/read`, bodyOf(1_001)))).toEqual([413, 'body_too_large']);
  });

  it('stays usable after a body far beyond the limit', async () => {
    expect((await post(`${url}/read`, 'x'.repeat(5_000_000))).status).toBe(413);
    expect((await post(`${url}/read`, '{}')).status).toBe(201);
  });
});

describe('bodies that are parsed', () => {
  let url: string;
  beforeAll(async () => void ({ url } = await start('json')));

  it('hands on a strictly parsed object', async () => {
    await expect((await post(`${url}/parsed`, '{"amount":12.5}')).json()).resolves.toEqual({
      body: { amount: 12.5 },
    });
  });

  it('reads no body as none', async () => {
    expect(await (await fetch(`${url}/parsed`, { method: 'POST' })).json()).toEqual({ body: null });
    expect(await (await post(`${url}/parsed`, '')).json()).toEqual({ body: null });
  });

  it.each([
    ['{"a":1,"a":2}', 400, 'invalid_json'],
    ['{"a":"\\ud800"}', 400, 'invalid_encoding'],
    ['[]', 400, 'invalid_request'],
    ['x'.repeat(1_001), 413, 'body_too_large'],
  ])('%.20s is refused', async (body, status, code) => {
    expect(await errorOf(await post(`${url}/parsed`, body))).toEqual([status, code]);
  });
});

describe('around every request', () => {
  let url: string;
  beforeAll(async () => void ({ url } = await start('unread')));

  it.each([
    ['req-1_a.b', 'req-1_a.b'],
    ['x'.repeat(129), null],
    ['a b', null],
    ['<script>', null],
  ])('echoes the caller id %j as %j, and makes its own', async (sent, echoed) => {
    const response = await fetch(`${url}/healthz`, { headers: { 'x-request-id': sent } });
    expect(response.headers.get('x-client-request-id')).toBe(echoed);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it('logs one line, without the caller id, the query or a parameter', async () => {
    await fetch(`${url}/items/${SECRET}?phone=${SECRET}`, { headers: { 'x-request-id': SECRET } });
    await until(() => lines.length === 1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'info',
      method: 'GET',
      route: '/items/:id',
      status: 200,
    });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('logs the cause of a bug under the request id, without its message', async () => {
    const response = await fetch(`${url}/bug`);
    expect(await response.text()).not.toContain(SECRET);
    await until(() => lines.length === 2);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'error',
      request_id: response.headers.get('x-request-id'),
      err: { name: 'TypeError' },
    });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('sets the safety headers, also on errors', async () => {
    for (const path of ['/healthz', '/nothing', '/bug']) {
      const { headers } = await fetch(url + path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('the management port', () => {
  it('serves probes and metrics, and only there', async () => {
    const { url, managementUrl } = await start('unread');
    await fetch(`${url}/items/${SECRET}`);
    await fetch(`${url}/nothing/${SECRET}`);
    await until(() => lines.filter((line) => line.includes('"msg":"request"')).length === 2);
    expect((await fetch(`${managementUrl}/livez`)).status).toBe(200);
    await expect((await fetch(`${managementUrl}/readyz`)).json()).resolves.toMatchObject({ status: 'ok' });
    const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
    expect(metrics).toContain('gw_http_requests_total{route="/items/:id",status="200"} 1');
    expect(metrics).toContain('gw_http_requests_total{route="unmatched",status="404"} 1');
    expect(metrics).toContain('process_cpu_seconds_total');
    expect(metrics).not.toContain(SECRET);
    expect((await fetch(`${managementUrl}/healthz`)).status).toBe(404);
    expect((await fetch(`${managementUrl}/readyz`, { method: 'POST' })).status).toBe(405);
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await fetch(url + path)).status).toBe(404);
  });

  it('is not ready when a check fails, throws or hangs up', async () => {
    const logger = createLogger({ GW_LOG_LEVEL: 'silent' });
    const app = await createHttpApp(ProbeModule, { config, logger, body: 'unread' });
    const readiness = app.get(Readiness);
    readiness.add('fine', () => true);
    readiness.add('broken', () => Promise.reject(new Error(SECRET)));
    const result = await readiness.check();
    expect(result).toMatchObject({ status: 'error', error: { broken: { status: 'down' } } });
    expect(JSON.stringify(result)).not.toContain(SECRET);
    await expect(readiness.check(['fine'])).resolves.toMatchObject({ status: 'ok' });
    await app.close();
  });
});

describe('draining', () => {
  it('refuses new requests while those in flight finish', async () => {
    const { url, managementUrl, close } = await start('unread');
    const inFlight = fetch(`${url}/busy`);
    await until(() => hanging.length > 0);
    const closed = close();
    expect(await errorOf(await fetch(`${url}/items/1`))).toEqual([503, 'draining']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${managementUrl}/livez`)).status).toBe(200);
    hanging.splice(0).forEach((resolve) => resolve());
    expect(await (await inFlight).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    await expect(fetch(`${managementUrl}/livez`)).rejects.toThrow();
  });

  it('counts a call whose caller has hung up until its work is done', async () => {
    const { url, close } = await start('unread');
    const caller = new AbortController();
    const call = fetch(`${url}/busy`, { signal: caller.signal }).catch(() => 'gone');
    await until(() => hanging.length > 0);
    caller.abort();
    await call;
    let stopped = false;
    const closed = close().then(() => (stopped = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(stopped).toBe(false);
    hanging.splice(0).forEach((resolve) => resolve());
    await closed;
  });

  it('ends at the deadline all the same', async () => {
    const { url, close } = await start('unread', 0.05);
    const inFlight = fetch(`${url}/busy`).catch(() => 'cut off');
    await until(() => hanging.length > 0);
    await close();
    await expect(inFlight).resolves.toBe('cut off');
    hanging.splice(0).forEach((resolve) => resolve());
  });
});
