import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const READY_DEADLINE_MS = 60_000;
const POLL_MS = 50;
const LAST_LINES = 15;

export interface ChildAppOptions {
  /** As in `apps/<name>`. */
  readonly name: 'gateway' | 'admin';
  readonly environment: NodeJS.ProcessEnv;
  /** Root of the management port. */
  readonly managementUrl: string;
  readonly logFile: string;
}

/** An application ended, or never got ready. */
export class ChildAppError extends Error {
  override readonly name = 'ChildAppError';
}

/** One of the applications as a process of its own, in a process group of its own: we tell it when to stop. */
export class ChildApp {
  /** Rejects when the process ends by itself. */
  readonly ended: Promise<never>;
  private readonly child: ChildProcess;
  private readonly exited: Promise<void>;
  private stopping = false;

  constructor(private readonly options: ChildAppOptions) {
    const { name, environment, logFile } = options;
    if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`);
    const log = openSync(logFile, 'a', 0o600);
    const preload = join(__dirname, 'stop-with-parent.js');
    const main = join(__dirname, '../../..', name, 'src/main.js');
    this.child = spawn(process.execPath, ['--enable-source-maps', '--require', preload, main], {
      env: environment,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.exited = new Promise((resolve) => {
      this.child.once('exit', () => resolve()).once('error', () => resolve());
    });
    this.ended = this.exited.then(() => {
      if (this.stopping) return new Promise<never>(() => undefined);
      throw new ChildAppError(`The ${name} app ended (${this.describeExit()}).${lastLines(logFile)}`);
    });
    this.ended.catch(() => undefined);
  }

  get description(): string {
    return `${this.options.name} (process ${this.child.pid})`;
  }

  /** @throws ChildAppError when it ends or does not get ready */
  async ready(): Promise<void> {
    await Promise.race([this.pollReady(), this.ended]);
  }

  /** Asks it to drain and end; what has not ended at the deadline is killed. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), deadlineMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private async pollReady(): Promise<void> {
    const { name, managementUrl, logFile } = this.options;
    const deadline = performance.now() + READY_DEADLINE_MS;
    let missing = '';
    while (performance.now() < deadline && !this.stopping) {
      const response = await fetch(`${managementUrl}/readyz`).catch(() => undefined);
      if (response?.ok) return;
      if (response) missing = ` (${await unfitParts(response)})`;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new ChildAppError(
      `The ${name} app was not ready within ${READY_DEADLINE_MS / 1_000} seconds${missing}.${lastLines(logFile)}`,
    );
  }

  private describeExit(): string {
    const { exitCode, signalCode } = this.child;
    return signalCode ? `signal ${signalCode}` : `exit code ${exitCode ?? 'unknown'}`;
  }
}

/** The names of the checks that failed, as Terminus tells them. */
async function unfitParts(response: Response): Promise<string> {
  const body = (await response.json().catch(() => ({}))) as { error?: Record<string, unknown> };
  return Object.keys(body.error ?? {}).join(', ') || `status ${response.status}`;
}

function lastLines(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean).slice(-LAST_LINES);
  return lines.length > 0 ? ` Its last words:\n${lines.join('\n')}` : '';
}
