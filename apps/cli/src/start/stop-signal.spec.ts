import { EventEmitter } from 'node:events';
import { StoppedEarly, StopSignal } from './stop-signal';

describe('StopSignal', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  async function has(promise: Promise<void>): Promise<boolean> {
    return Promise.race([
      promise.then(() => true),
      new Promise<false>((no) => setImmediate(() => no(false))),
    ]);
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s asks to stop', async (name) => {
    const source = new EventEmitter();
    const stop = new StopSignal(source as unknown as NodeJS.Process);
    expect(await has(stop.asked)).toBe(false);
    expect(() => stop.check()).not.toThrow();
    source.emit(name);
    expect(await has(stop.asked)).toBe(true);
    expect(() => stop.check()).toThrow(StoppedEarly);
    await expect(stop.orStopped(new Promise(() => undefined))).rejects.toThrow(StoppedEarly);
  });

  it('takes the same Ctrl-C heard twice for one, and a later one for insistence', async () => {
    const source = new EventEmitter();
    const stop = new StopSignal(source as unknown as NodeJS.Process);
    source.emit('SIGINT');
    source.emit('SIGTERM');
    expect(await has(stop.insisted)).toBe(false);
    now = 5_000;
    source.emit('SIGINT');
    expect(await has(stop.insisted)).toBe(true);
  });
});
