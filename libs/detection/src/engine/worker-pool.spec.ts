import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerFailure, WorkerPool } from './worker-pool';

/** Does what the task says: waits, loops, exits, throws, or answers with the task and its own thread's number. */
const OBEDIENT = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', ({ id, task }) => {
    if (task === 'hang') for (;;);
    if (task === 'exit') process.exit(3);
    if (task === 'throw') throw new Error('uncaught');
    if (task === 'fail') return parentPort.postMessage({ id, failed: 'TypeError' });
    if (task === 'stale') parentPort.postMessage({ id: id - 1, answer: 'somebody else' });
    parentPort.postMessage({ id, answer: { task, threadId } });
  });
`;

const script = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const open: WorkerPool[] = [];

function pool(options: { size?: number; queueLengthMax?: number; code?: string } = {}): WorkerPool {
  const created = new WorkerPool({
    script: script(options.code ?? OBEDIENT),
    size: options.size ?? 1,
    queueLengthMax: options.queueLengthMax ?? 10,
  });
  open.push(created);
  return created;
}

async function reasonOf(run: Promise<unknown>): Promise<string> {
  const failure: unknown = await run.then(
    () => 'answered',
    (error: unknown) => error,
  );
  return failure instanceof WorkerFailure ? failure.reason : String(failure);
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

describe('WorkerPool', () => {
  it('answers tasks, more of them than it has workers', async () => {
    const { run } = bound(pool({ size: 2 }));
    const answers = await Promise.all([1, 2, 3, 4, 5].map((task) => run(task, 5_000)));
    expect(answers.map((answer) => (answer as { task: number }).task)).toEqual([1, 2, 3, 4, 5]);
  });

  it('ends a task that hangs at its deadline and works on with a fresh worker', async () => {
    const { run } = bound(pool());
    const before = (await run('hello', 5_000)) as { threadId: number };
    expect(await reasonOf(run('hang', 100))).toBe('late');
    const after = (await run('hello', 5_000)) as { threadId: number };
    expect(after.threadId).not.toBe(before.threadId);
  });

  it('lets a task that waits time out without touching the one that runs', async () => {
    const { run } = bound(pool());
    await run('hello', 5_000);
    const running = run('hang', 400);
    expect(await reasonOf(run('hello', 50))).toBe('late');
    expect(await reasonOf(running)).toBe('late');
  });

  it.each(['exit', 'throw'])('reports a worker that dies by %s and replaces it', async (task) => {
    const { run } = bound(pool());
    expect(await reasonOf(run(task, 5_000))).toBe('crashed');
    expect(await run('hello', 5_000)).toMatchObject({ task: 'hello' });
  });

  it('reports a task that the worker could not do, and keeps the worker', async () => {
    const { run } = bound(pool());
    const before = (await run('hello', 5_000)) as { threadId: number };
    expect(await reasonOf(run('fail', 5_000))).toBe('threw');
    expect(await run('hello', 5_000)).toMatchObject({ threadId: before.threadId });
  });

  it('never takes the answer to another task', async () => {
    const { run } = bound(pool());
    expect(await run('stale', 5_000)).toMatchObject({ task: 'stale' });
  });

  it('refuses what its queue has no room for', async () => {
    const { run } = bound(pool({ queueLengthMax: 1 }));
    await run('hello', 5_000);
    const running = reasonOf(run('hang', 200));
    const waiting = reasonOf(run('hello', 5_000));
    expect(await reasonOf(run('hello', 5_000))).toBe('refused');
    expect(await running).toBe('late');
    expect(await waiting).toBe('answered');
  });

  it('reports a task that cannot be sent', async () => {
    const { run } = bound(pool());
    expect(await reasonOf(run(() => 0, 5_000))).toBe('threw');
    expect(await run('hello', 5_000)).toMatchObject({ task: 'hello' });
  });

  it('goes on trying when its script cannot run at all', async () => {
    const { run } = bound(pool({ code: 'throw new Error("broken")' }));
    expect(['crashed', 'late']).toContain(await reasonOf(run('hello', 300)));
    await sleep(50);
    expect(['crashed', 'late']).toContain(await reasonOf(run('hello', 300)));
  });

  it('answers nothing after it is closed', async () => {
    const closed = pool();
    const { run } = bound(closed);
    const waiting = [reasonOf(run('hang', 5_000)), reasonOf(run('hello', 5_000))];
    await closed.close();
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed']);
    expect(await reasonOf(run('hello', 100))).toBe('closed');
  });
});

function bound(target: WorkerPool): { run: WorkerPool['run'] } {
  return { run: target.run.bind(target) };
}
