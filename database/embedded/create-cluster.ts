import { spawn } from 'node:child_process';
import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { ClusterPlace } from './cluster-place';
import { DatabaseError } from '../database-error';
import type { Engine } from './engine';
import { identity } from './server-user';

/** Makes an empty cluster; it appears under its name only when it is complete and on disk. */
export async function createCluster(engine: Engine, place: ClusterPlace): Promise<void> {
  const staging = `${place.cluster}.new`;
  rmSync(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  const passwordFile = `${staging}/password`;
  const data = `${staging}/data`;
  writeFileSync(passwordFile, `${place.passwords.postgres}\n`, { mode: 0o600 });
  if (place.user) {
    for (const path of [staging, passwordFile]) chownSync(path, place.user.uid, place.user.gid);
  }
  await runInitdb(engine, place, [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ]);
  renameSync(data, place.cluster);
  rmSync(staging, { recursive: true, force: true });
}

function runInitdb(engine: Engine, place: ClusterPlace, options: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(engine.initdb, options, {
      ...identity(place.user),
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text));
    child.once('error', (cause) => reject(cannotRun(engine.initdb, cause)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new DatabaseError(
            `The database could not be created: ${told.trim() || `initdb ended with ${code}`}`,
          ),
        );
    });
  });
}

export function cannotRun(program: string, cause: Error): DatabaseError {
  return new DatabaseError(
    `${program} cannot be run on this system (${cause.message}). Set GW_DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  );
}
