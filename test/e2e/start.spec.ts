import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApps } from '../support/build-apps';
import { freshDatabase } from '../support/fresh-database';
import { runStart, type StartProcess } from '../support/start-process';

const TEXT = '我叫张伟明，手机13812345678，身份证11010519491231002X';

jest.setTimeout(90_000);

describe('npm start', () => {
  let dataDir: string;
  let running: StartProcess[] = [];

  beforeAll(() => buildApps(), 180_000);
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'gw-start-'))));
  afterEach(async () => {
    for (const { child, exited } of running.splice(0)) {
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(environment: Record<string, string> = {}): Promise<StartProcess> {
    const started = run(environment);
    await started.said('Ctrl-C stops everything');
    return started;
  }

  function run(environment: Record<string, string> = {}): StartProcess {
    const started = runStart({ GW_DATA_DIR: dataDir, ...environment });
    running = [...running, started];
    return started;
  }

  function demoEnv(): Record<string, string> {
    const lines = readFileSync(join(dataDir, 'demo.env'), 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
  }

  const health = async (url: string) => (await fetch(`${url}/healthz`)).status;

  it('prints a command that works', async () => {
    const { output } = await start();
    const command = /^curl[^]*?'\n/m.exec(output())?.[0] ?? '';
    const [silent, url, ...options] = argumentsOf(command);
    expect([silent, options[0], options[2], options[4]]).toEqual(['-s', '-H', '-H', '-d']);
    const headers = [options[1], options[3]].map((header) => header?.split(': ') as [string, string]);
    const response = await fetch(url as string, { method: 'POST', headers, body: options[5] });
    const answer = (await response.json()) as {
      choices: { message: { content: string } }[];
      gw: { model_saw: string };
    };
    expect(answer.choices[0]?.message.content).toBe(TEXT);
    expect(answer.gw.model_saw).toMatch(/手机1\d{10}/);
    expect(answer.gw.model_saw).not.toMatch(/张伟明|13812345678|11010519491231002X/);
  });

  it('tells what it does step by step, and leaves nothing of the database in the log', async () => {
    const { output } = await start();
    expect(output()).toMatch(
      /database +\d\.\d s {2}embedded PostgreSQL[^]*migrations +\d\.\d s[^]*apps +\d\.\d s[^]*demo +\d\.\d s/,
    );
    const { passwords } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
      passwords: Record<string, string>;
    };
    for (const password of Object.values(passwords)) expect(output()).not.toContain(password);
  });

  it('writes demo.env for its owner alone, with credentials that work', async () => {
    await start();
    expect(statSync(join(dataDir, 'demo.env')).mode & 0o777).toBe(0o600);
    const env = demoEnv();
    expect(Object.keys(env)).toEqual(['GW_BASE_URL', 'GW_API_KEY', 'GW_ADMIN_URL', 'GW_ADMIN_TOKEN']);
    expect(env.GW_API_KEY).toMatch(/^gw_live_\d+_[0-9A-Za-z]{43}$/);
    expect(env.GW_ADMIN_TOKEN).toMatch(/^gwop_\d+_[0-9A-Za-z]{43}$/);
    const get = async (url: string, token: string) =>
      (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json();
    const me = await get(`${env.GW_ADMIN_URL}/admin/v1/me`, env.GW_ADMIN_TOKEN as string);
    expect(me).toMatchObject({ role: 'admin' });
    expect(await get(`${env.GW_BASE_URL}/v1/usage`, env.GW_API_KEY as string)).toMatchObject({
      balance: 100,
    });
  });

  it('keeps data and credentials at the second start', async () => {
    const first = await start();
    const before = demoEnv();
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${before.GW_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: TEXT }] }),
    };
    type Chat = { gw: { model_saw: string; audit_seq: number; balance: number } };
    const ask = async (url: string) =>
      ((await (await fetch(`${url}/v1/chat/completions`, request)).json()) as Chat).gw;
    const told = await ask(before.GW_BASE_URL as string);
    first.child.kill('SIGINT');
    expect(await first.exited).toBe(0);

    await start();
    const after = demoEnv();
    expect([after.GW_API_KEY, after.GW_ADMIN_TOKEN]).toEqual([before.GW_API_KEY, before.GW_ADMIN_TOKEN]);
    const again = await ask(after.GW_BASE_URL as string);
    expect(again.model_saw).toBe(told.model_saw);
    expect(again.audit_seq).toBe(told.audit_seq + 1);
    expect(again.balance).toBeLessThan(told.balance);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops everything at %s and exits 0', async (signal) => {
    const { child, exited, output } = await start();
    const env = demoEnv();
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    // A Ctrl-C arrives twice: from the terminal, and from npm.
    child.kill(signal);
    child.kill(signal);
    expect(await exited).toBe(0);
    expect(output()).toContain('Stopped.');
    for (const url of [env.GW_BASE_URL, env.GW_ADMIN_URL])
      await expect(health(url as string)).rejects.toThrow();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(readFileSync(join(dataDir, 'gateway.log'), 'utf8')).toContain('"msg":"stopped"');
  });

  it('stops everything when an application dies, and says which and how', async () => {
    const { exited, output } = await start();
    process.kill(Number(/gateway \(process (\d+)\)/.exec(output())?.[1]), 'SIGKILL');
    expect(await exited).toBe(1);
    expect(output()).toMatch(/The gateway app ended \(signal SIGKILL\)/);
    await expect(health(demoEnv().GW_ADMIN_URL as string)).rejects.toThrow();
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('takes its applications with it when it is killed, and takes over the database next time', async () => {
    const killed = await start();
    const { GW_BASE_URL: url } = demoEnv();
    killed.child.kill('SIGKILL');
    await killed.exited;
    for (let i = 0; i < 200 && (await health(url as string).catch(() => 0)) !== 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await expect(health(url as string)).rejects.toThrow();
    const { output } = await start();
    expect(output()).toContain('still running, taken over');
  });

  it('names a busy port before anything is started', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { exited, output } = run({ GW_PORT: String(port) });
    expect(await exited).toBe(1);
    expect(output()).toContain(`GW_PORT: port ${port} is in use`);
    expect(readdirSync(dataDir)).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('stops while it is still starting', async () => {
    const { child, exited, said } = run();
    await said('migrations');
    child.kill('SIGINT');
    expect(await exited).toBe(0);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('starts no server of its own when GW_DATABASE_URL names one', async () => {
    const database = await freshDatabase();
    const { child, exited, output } = await start({
      GW_DATABASE_URL: database.appUrl,
      GW_MIGRATION_DATABASE_URL: database.ownerUrl,
    });
    expect(await health(demoEnv().GW_BASE_URL as string)).toBe(200);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual([]);
    expect(output()).not.toContain('Warning');
    expect(output()).not.toContain(new URL(database.appUrl).password);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    await database.drop();
  });

  it('says that it cannot reach a database, without telling the password', async () => {
    const { exited, output } = run({ GW_DATABASE_URL: 'postgres://someone:hunter2secret@127.0.0.1:9/none' });
    expect(await exited).toBe(1);
    expect(output()).toContain('Cannot connect to the database 127.0.0.1:9/none');
    expect(output()).not.toMatch(/hunter2secret|\n {4}at /);
  });
});

/** The arguments a shell makes of a printed `curl`, so that the test needs no curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}
