import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampFile = join(dist, '.built-from');
const lock = join(root, 'node_modules', '.building');

const SOURCES = [
  'apps',
  'libs',
  'database',
  'nest-cli.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/**
 * Compiles the applications into dist/ when a source differs from what it was made of. Safe to call from
 * several processes at once. What it says goes to stderr.
 */
export async function buildIfStale() {
  if (isFresh()) return;
  await takeLock();
  try {
    if (isFresh()) return;
    const startedAt = performance.now();
    process.stderr.write('Building …\n');
    const stamp = fingerprint();
    rmSync(stampFile, { force: true });
    const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
    const { status } = spawnSync(process.execPath, [nest, 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
    process.exitCode = status ?? 1;
    if (status === 0) {
      writeFileSync(stampFile, stamp);
      process.stderr.write(`Built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.\n`);
    }
  } finally {
    rmSync(lock, { force: true });
  }
  if (process.exitCode) process.exit();
}

/** Remembers that dist/ was made of the sources as they are now. */
export function stampBuild() {
  writeFileSync(stampFile, fingerprint());
}

function isFresh() {
  return readIfThere(stampFile) === fingerprint();
}

/** Changes when a source is added, removed or touched; reads no contents. */
function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) add(join(path, name));
    else if (!path.endsWith('.spec.ts')) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  SOURCES.forEach(add);
  return hash.digest('hex');
}

/** The lock names its holder, so that one that was killed does not keep the others waiting. */
async function takeLock() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(Number(readIfThere(lock)))) rmSync(lock, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** An unreadable owner counts as alive: its file is being written in this moment. */
function isAlive(pid) {
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfStale();
