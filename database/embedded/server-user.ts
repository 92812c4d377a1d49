import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whom the server runs as. PostgreSQL refuses to run as root, so root hands it to somebody else. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const NOBODY = 65_534;

/**
 * @param cluster an existing cluster keeps its owner
 * @returns undefined when this process is not root: the server runs as the same user then
 */
export function chooseServerUser(cluster: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { name: accountName(uid), uid, gid };
  }
  return account('postgres') ?? account('nobody') ?? { name: 'nobody', uid: NOBODY, gid: NOBODY };
}

/** Asks the system itself, so that access lists and mount options count too. */
export function canReach(user: ServerUser | undefined, paths: readonly string[], test = '-x'): boolean {
  const script = 'test=$1; shift; for path; do test "$test" "$path" || exit 1; done';
  const { status, error } = spawnSync('/bin/sh', ['-c', script, 'sh', test, ...paths], {
    ...identity(user),
    cwd: '/',
    stdio: 'ignore',
  });
  if (error) throw error;
  return status === 0;
}

/** The outermost folder on the way to `path` that the user may not enter. */
export function closedFolder(user: ServerUser | undefined, path: string): string | undefined {
  const folders: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  if (canReach(user, folders)) return undefined;
  return folders.find((folder) => !canReach(user, [folder]));
}

/** Options of `spawn` that make the child this user. */
export function identity(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

function account(name: string): ServerUser | undefined {
  const row = accounts().find((fields) => fields[0] === name);
  return row && { name, uid: Number(row[2]), gid: Number(row[3]) };
}

function accountName(uid: number): string {
  return accounts().find((fields) => Number(fields[2]) === uid)?.[0] ?? String(uid);
}

function accounts(): string[][] {
  if (!existsSync('/etc/passwd')) return [];
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.filter((line) => line && !line.startsWith('#')).map((line) => line.split(':'));
}
