import { Worker } from 'node:worker_threads';

export interface WorkerPoolOptions {
  /** Script of a worker: it answers every `{id, task}` with `{id, answer}`, or with `{id, failed}` and an error's name. */
  readonly script: string | URL;
  readonly size: number;
  /** Most tasks that may wait; one more is refused at once. */
  readonly queueLengthMax: number;
}

/** Why a task has no answer. */
export type WorkerFailureReason = 'crashed' | 'late' | 'refused' | 'threw' | 'closed';

/** Says that a worker gave no answer, never what it was asked. */
export class WorkerFailure extends Error {
  constructor(readonly reason: WorkerFailureReason) {
    super(`worker ${reason}`);
    this.name = 'WorkerFailure';
  }
}

interface Job {
  readonly id: number;
  readonly task: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (failure: WorkerFailure) => void;
  timer?: NodeJS.Timeout;
}

interface Reply {
  readonly id: number;
  readonly answer?: unknown;
  readonly failed?: string;
}

const RESTART_DELAY_MS = 100;
const RESTART_DELAY_MS_MAX = 5_000;

/**
 * A fixed number of worker threads, one task in each at a time. A task that is late takes its worker with it, and a
 * worker that dies is replaced; one that keeps dying before it answers anything is replaced ever more slowly.
 */
export class WorkerPool {
  private readonly slots: Slot[] = [];
  private readonly queue: Job[] = [];
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly options: WorkerPoolOptions) {
    for (let i = 0; i < options.size; i++) this.slots.push(new Slot(options.script, () => this.serve()));
  }

  /**
   * Runs one task. The deadline counts from now, waiting included.
   * @throws WorkerFailure when there is no answer in time
   */
  run(task: unknown, deadlineMs: number): Promise<unknown> {
    if (this.isClosed) return Promise.reject(new WorkerFailure('closed'));
    if (this.queue.length >= this.options.queueLengthMax) return Promise.reject(new WorkerFailure('refused'));
    return new Promise((resolve, reject) => {
      const job: Job = { id: ++this.lastId, task, resolve, reject };
      job.timer = setTimeout(() => this.giveUp(job), deadlineMs);
      this.queue.push(job);
      this.serve();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const job of this.queue.splice(0)) fail(job, 'closed');
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  private serve(): void {
    for (const slot of this.slots) {
      if (this.queue.length === 0) return;
      if (slot.isFree) slot.start(this.queue.shift()!);
    }
  }

  private giveUp(job: Job): void {
    const place = this.queue.indexOf(job);
    if (place >= 0) this.queue.splice(place, 1);
    else this.slots.find((slot) => slot.isRunning(job))?.replaceWorker();
    fail(job, 'late');
  }
}

/** One place of the pool: its worker, and the task the worker has. */
class Slot {
  private worker: Worker | undefined;
  private job: Job | undefined;
  private deaths = 0;
  private restart: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly script: string | URL,
    private readonly onFree: () => void,
  ) {
    this.spawn();
  }

  get isFree(): boolean {
    return this.worker !== undefined && this.job === undefined;
  }

  isRunning(job: Job): boolean {
    return this.job === job;
  }

  start(job: Job): void {
    this.job = job;
    try {
      this.worker!.postMessage({ id: job.id, task: job.task });
    } catch {
      this.finish()?.reject(new WorkerFailure('threw'));
    }
  }

  /** Ends the worker with whatever it does, and takes a fresh one. */
  replaceWorker(): void {
    const worker = this.worker;
    this.job = undefined;
    this.worker = undefined;
    void worker?.terminate();
    this.spawn();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.restart);
    const worker = this.worker;
    this.worker = undefined;
    this.finish()?.reject(new WorkerFailure('closed'));
    await worker?.terminate();
  }

  private spawn(): void {
    if (this.isClosed) return;
    let worker: Worker;
    try {
      worker = new Worker(this.script, { name: 'detection' });
    } catch {
      this.spawnLater();
      return;
    }
    // The worker never keeps a process alive; the deadline of a task in flight does.
    worker.unref();
    worker.on('message', (reply: Reply) => this.worker === worker && this.receive(reply));
    worker.on('error', () => this.bury(worker));
    worker.on('messageerror', () => this.bury(worker));
    worker.on('exit', () => this.bury(worker));
    this.worker = worker;
    this.onFree();
  }

  private receive(reply: Reply): void {
    if (reply?.id !== this.job?.id) return;
    this.deaths = 0;
    const job = this.finish();
    if (reply.failed === undefined) job?.resolve(reply.answer);
    else job?.reject(new WorkerFailure('threw'));
    this.onFree();
  }

  private bury(worker: Worker): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    void worker.terminate();
    this.deaths++;
    this.finish()?.reject(new WorkerFailure('crashed'));
    this.spawnLater();
  }

  private spawnLater(): void {
    if (this.isClosed) return;
    const delayMs = Math.min(
      RESTART_DELAY_MS_MAX,
      RESTART_DELAY_MS * 2 ** Math.min(10, Math.max(0, this.deaths - 1)),
    );
    this.restart = setTimeout(() => this.spawn(), delayMs);
    this.restart.unref();
  }

  private finish(): Job | undefined {
    const job = this.job;
    this.job = undefined;
    clearTimeout(job?.timer);
    return job;
  }
}

function fail(job: Job, reason: WorkerFailureReason): void {
  clearTimeout(job.timer);
  job.reject(new WorkerFailure(reason));
}
