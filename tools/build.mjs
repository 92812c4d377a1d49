import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampFile = join(dist, '.built-from');
const lock = join(root, 'node_modules', '.building');

const SOURCES = ['apps', 'libs', 'database', 'nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const LOCK_STALE_MS = 180_000;

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
    if (status !== 0) process.exit(status ?? 1);
    writeFileSync(stampFile, stamp);
    process.stderr.write(`Built in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.\n`);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Remembers that dist/ was made of the sources as they are now. */
export function stampBuild() {
  writeFileSync(stampFile, fingerprint());
}

function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
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

async function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LOCK_STALE_MS) rmSync(lock, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIfStale();
