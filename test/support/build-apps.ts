import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Root of the repository. */
export const ROOT = join(__dirname, '../..');

/** Brings dist/ up to date, for tests that run the applications as processes. Takes a minute at worst. */
export function buildApps(): void {
  execFileSync(process.execPath, [join(ROOT, 'tools/build.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
