import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterPlace } from './cluster-place';
import { cannotRun } from './create-cluster';
import { DatabaseError } from '../database-error';
import type { Engine } from './engine';
import { identity } from './server-user';

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 30_000;

/** A running server, as its own file in the cluster tells. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** Nothing of a statement or a row may reach the log: it could be somebody's data. */
const QUIET_LOG = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_messages: 'warning',
};

/** The server that runs on this cluster, whoever started it; a stale file of a dead one is removed. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid');
  const lines = readLines(file);
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (lines.length === 0) return undefined;
  if (isAlive(pid) && isPostmasterOf(cluster, pid)) return { pid, port };
  rmSync(file, { force: true });
  return undefined;
}

/** Spawns the server in a session of its own, so that a Ctrl-C meant for us does not reach it. */
export async function spawnPostmaster(
  engine: Engine,
  place: ClusterPlace,
  port: number,
): Promise<Postmaster> {
  if (existsSync(place.logFile)) renameSync(place.logFile, `${place.logFile}.old`);
  const log = openSync(place.logFile, 'a', 0o600);
  const settings = {
    ...QUIET_LOG,
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'on',
    max_connections: 200,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(engine.postgres, ['-D', place.cluster, ...options], {
    ...identity(place.user),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(cannotRun(engine.postgres, cause)));
    child.once('exit', () =>
      reject(new DatabaseError(`The database did not start: ${lastLines(place.logFile)}`)),
    );
  });
  ended.catch(() => undefined);
  child.unref();
  await Promise.race([whenReady(place.cluster, child.pid), ended]);
  return { pid: child.pid as number, port };
}

/** Waits until the server's own file says that it takes connections. */
export async function whenReady(cluster: string, pid: number | undefined): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (performance.now() < deadline) {
    const lines = readLines(join(cluster, 'postmaster.pid'));
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return;
    await pause(10);
  }
  throw new DatabaseError(`The database did not start within ${START_DEADLINE_MS / 1_000} seconds.`);
}

/** Fast shutdown: open transactions are rolled back, everything is written, connections are closed. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = performance.now() + STOP_DEADLINE_MS;
  while (isAlive(pid)) {
    if (performance.now() > deadline) {
      throw new DatabaseError(
        `The database (process ${pid}) did not stop within ${STOP_DEADLINE_MS / 1_000} seconds.`,
      );
    }
    await pause(10);
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function lastLines(file: string): string {
  return readLines(file).filter(Boolean).slice(-3).join(' / ') || 'it said nothing';
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A process id alone proves nothing: after a reboot it may be somebody else's. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync(file)) return readFileSync(file, 'utf8').split('\0').includes(cluster);
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').includes(` -D ${cluster} `);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
