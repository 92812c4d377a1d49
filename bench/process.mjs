import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts a script of this folder in a process of its own.
 * @param {{waits?: boolean}} options `waits: false` for a script that does not announce itself
 * @returns `ready` is its first message; `ask` sends one message and resolves with the answer
 */
export async function startProcess(script, args = [], { waits = true } = {}) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const nextMessage = () =>
    new Promise((resolve, reject) => {
      const onExit = (code) => reject(new Error(`${script} ended with ${code}`));
      child.once('exit', onExit);
      child.once('message', (message) => {
        child.off('exit', onExit);
        resolve(message);
      });
    });
  return {
    ready: waits ? await nextMessage() : undefined,
    ask: (message) => {
      const answer = nextMessage();
      child.send(message);
      return answer;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      child.kill('SIGTERM');
      await exited;
    },
  };
}
