import { Drain } from './drain';

describe('Drain', () => {
  it('waits for requests in flight', async () => {
    const drain = new Drain();
    drain.enter();
    drain.enter();
    let idle = false;
    const waiting = drain.whenIdle(1_000).then((inTime) => {
      idle = true;
      return inTime;
    });
    drain.leave();
    await new Promise(setImmediate);
    expect(idle).toBe(false);
    drain.leave();
    await expect(waiting).resolves.toBe(true);
  });

  it('gives up at the deadline', async () => {
    const drain = new Drain();
    drain.enter();
    await expect(drain.whenIdle(5)).resolves.toBe(false);
  });

  it('runs every hook in order and names those that failed', async () => {
    const drain = new Drain();
    const order: string[] = [];
    drain.beforeExit('audit', async () => void order.push('audit'));
    drain.beforeExit('metrics', () => Promise.reject(new Error('x')));
    drain.beforeExit('last', async () => void order.push('last'));
    await expect(drain.runHooks()).resolves.toEqual(['metrics']);
    expect(order).toEqual(['audit', 'last']);
  });
});
