import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from './build-apps';

/** What a process that started the embedded PostgreSQL tells. */
export interface Started {
  readonly superuserUrl: string;
  readonly appUrl: string;
  readonly adopted: boolean;
}

export interface PostgresProcess {
  readonly child: ChildProcess;
  readonly started: Started;
  /** The lines it said to a person. */
  readonly said: readonly string[];
  /** Ends it as a Ctrl-C would: it stops the server first. */
  stop(): Promise<void>;
}

export interface PostgresProcessOptions {
  readonly dataDir: string;
  /** Run as this user and group; needs root. */
  readonly uid?: number;
  /** Folder that holds `dist` and, maybe, packages of its own. */
  readonly root?: string;
}

const SCRIPT = `
  const { startEmbeddedPostgres } = require(process.argv[1]);
  const log = (line) => console.log(JSON.stringify({ line }));
  startEmbeddedPostgres({ dataDir: process.argv[2], port: 0, log }).then(
    ({ stop, superuserUrl, appUrl, adopted }) => {
      process.on('SIGTERM', () => stop().then(() => process.exit(0)));
      console.log(JSON.stringify({ superuserUrl, appUrl, adopted }));
      setInterval(() => undefined, 1000);
    },
    ({ message }) => console.log(JSON.stringify({ message })),
  );`;

/** Starts the launcher, as built, in a process of its own that can be killed. @throws what the launcher says */
export async function startPostgresProcess(options: PostgresProcessOptions): Promise<PostgresProcess> {
  const { dataDir, uid, root = ROOT } = options;
  const child = spawn(
    process.execPath,
    ['-e', SCRIPT, join(root, 'dist/database/embedded-postgres.js'), dataDir],
    {
      cwd: '/',
      env: { PATH: process.env.PATH, NODE_PATH: join(ROOT, 'node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    },
  );
  const said: string[] = [];
  const started = await new Promise<Started>((resolve, reject) => {
    let text = '';
    child.once('error', reject).once('exit', (code) => reject(new Error(`the launcher ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() as string;
      for (const line of lines) {
        const told = JSON.parse(line) as { line?: string; message?: string } & Started;
        if (told.line !== undefined) said.push(told.line);
        else if (told.message !== undefined) reject(new Error(told.message));
        else resolve(told);
      }
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { child, started, said, stop };
}
