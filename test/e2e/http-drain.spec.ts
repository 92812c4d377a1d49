import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildApps, ROOT } from '../support/build-apps';
import { echo } from '../support/fake-upstream';
import { startWorld, type World } from '../support/world';

const MAIN = join(ROOT, 'dist/apps/gateway/src/main.js');

interface GatewayProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly managementUrl: string;
  readonly lines: string[];
  readonly exited: Promise<number | null>;
}

const started: ChildProcess[] = [];

function run(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
  });
  started.push(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

async function until<Found>(find: () => Found | undefined | false, what: string): Promise<Found> {
  for (let i = 0; i < 400; i++) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`waited too long for ${what}`);
}

async function startGatewayProcess(environment: Record<string, string>): Promise<GatewayProcess> {
  const { child, output } = run(environment);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const line = await until(
    () =>
      output()
        .split('\n')
        .find((one) => one.includes('"msg":"listening"')),
    'the gateway to listen',
  );
  const { url, management_url: managementUrl } = JSON.parse(line) as { url: string; management_url: string };
  return {
    child,
    url,
    managementUrl,
    exited,
    get lines() {
      return output().split('\n').filter(Boolean);
    },
  };
}

describe('the gateway as a process', () => {
  let world: World;

  beforeAll(async () => {
    buildApps();
    world = await startWorld();
  }, 180_000);
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await world.close();
  });

  const environment = (more: Record<string, string> = {}) => ({
    ...world.environment,
    GW_LOG_LEVEL: 'info',
    ...more,
  });

  it('finishes what is in flight at SIGTERM, refuses what is new, and exits 0', async () => {
    const gateway = await startGatewayProcess(environment());
    const request = (path: string, body?: string) =>
      fetch(gateway.url + path, {
        method: body ? 'POST' : 'GET',
        body,
        headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
      });

    let finish = (): void => undefined;
    const held = new Promise<void>((resolve) => (finish = resolve));
    world.model.respondWith(async (message, response) => {
      await held;
      await echo()(message, response);
    });
    const before = world.model.requests.length;
    const inFlight = request(
      '/v1/chat/completions',
      JSON.stringify({
        model: 'deepseek/deepseek-chat',
        messages: [{ role: 'user', content: '手机13812345678' }],
      }),
    );
    await until(() => world.model.requests.length > before, 'the call to be forwarded');

    gateway.child.kill('SIGTERM');
    await until(() => gateway.lines.some((line) => line.includes('"msg":"draining"')), 'the drain');
    expect((await fetch(`${gateway.managementUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${gateway.managementUrl}/livez`)).status).toBe(200);
    const refused = await request('/v1/models');
    expect([refused.status, refused.headers.get('x-gateway-error-code')]).toEqual([503, 'draining']);

    finish();
    const answer = await inFlight;
    expect(answer.status).toBe(200);
    const { choices, gw } = (await answer.json()) as {
      choices: { message: { content: string } }[];
      gw: { audit_head: string };
    };
    expect(choices[0]?.message.content).toBe('手机13812345678');
    expect(await gateway.exited).toBe(0);

    // The record was committed before the answer, and nothing came after it.
    const { audit_head: head } = (await (await fetch(`${world.gateway.url}/healthz`)).json()) as {
      audit_head: string;
    };
    expect(head).toBe(gw.audit_head);

    for (const line of gateway.lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
    expect(gateway.lines.join('')).not.toContain('13812345678');
    expect(gateway.lines.join('')).not.toContain(world.key);
  });

  it('stops at once when nothing is in flight', async () => {
    const gateway = await startGatewayProcess(environment());
    await fetch(`${gateway.url}/healthz`);
    const at = performance.now();
    gateway.child.kill('SIGTERM');
    expect(await gateway.exited).toBe(0);
    expect(performance.now() - at).toBeLessThan(3_000);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['settings that are not valid', { GW_PORT: 'xyzzy', GW_LOG_LEVEL: 'plugh' }, ['GW_PORT', 'GW_LOG_LEVEL']],
    ['a setting it does not know', { GW_PROT: 'xyzzy' }, ['GW_PROT']],
    ['no database', { GW_DATABASE_URL: '' }, ['GW_DATABASE_URL']],
    ['no root key', { GW_MASTER_KEY: '' }, ['GW_MASTER_KEY']],
  ])('does not start with %s, and names it but no value', async (_name, wrong, names) => {
    const { child, output } = run(environment(wrong));
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(1);
    for (const name of names) expect(output()).toContain(name);
    expect(output()).not.toMatch(/xyzzy|plugh/);
  });

  it('does not start without its database, and says why without telling the password', async () => {
    const { child, output } = run(
      environment({ GW_DATABASE_URL: 'postgres://someone:hunter2secret@127.0.0.1:9/none' }),
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(1);
    expect(output()).toContain('ECONNREFUSED');
    expect(output()).not.toContain('hunter2secret');
  }, 30_000);
});
