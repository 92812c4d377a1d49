/** The `gw` command of a checkout: builds when a source has changed, then runs it in this process. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildIfStale, root } from './build.mjs';

await buildIfStale();
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(root, 'dist/apps/cli/src/main.js'));
