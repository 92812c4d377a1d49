import { extname, join } from 'node:path';

/** The script a detection worker runs: compiled beside this file in a build, through a compiling loader from sources. */
export function detectionWorkerScript(): string {
  const isSource = extname(__filename) === '.ts';
  return join(__dirname, isSource ? 'detection.source-worker.mjs' : 'detection.worker.js');
}
