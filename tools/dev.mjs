/** `npm run dev`: `npm start`, and again after every change that compiles. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root, stampBuild } from './build.mjs';

let service;
let restarting = Promise.resolve();

const compiler = spawn(
  process.execPath,
  [join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build', '--watch', '--preserveWatchOutput'],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  },
);
compiler.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  if (/Found 0 errors/.test(text)) restarting = restarting.then(restart);
});

async function restart() {
  await stopService();
  stampBuild();
  service = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'dist/apps/cli/src/main.js'), 'start'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    },
  );
}

async function stopService() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    compiler.kill('SIGTERM');
    restarting = restarting.then(stopService).then(() => process.exit(0));
  });
}
