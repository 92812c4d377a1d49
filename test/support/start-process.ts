import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build-apps';

const READY_DEADLINE_MS = 60_000;
const POLL_MS = 20;

/** `npm start`, as built, in a process of its own. */
export interface StartProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  /** Everything it has said, to both streams. */
  output(): string;
  /** Resolves once it has said so. @throws when it ends before */
  said(text: string): Promise<void>;
}

/** @param environment settings beside ports that are free */
export function runStart(environment: Record<string, string>): StartProcess {
  const child = spawn(process.execPath, [join(ROOT, 'dist/apps/cli/src/main.js'), 'start'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      GW_HOST: '127.0.0.1',
      GW_MANAGEMENT_HOST: '127.0.0.1',
      GW_PORT: '0',
      GW_ADMIN_PORT: '0',
      GW_MANAGEMENT_PORT: '0',
      GW_ADMIN_MANAGEMENT_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let hasEnded = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  const said = async (text: string): Promise<void> => {
    const deadline = Date.now() + READY_DEADLINE_MS;
    while (!output.includes(text)) {
      if (hasEnded || Date.now() > deadline) throw new Error(`waited for "${text}":\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  return { child, exited, output: () => output, said };
}
