import { LastUse } from './last-use';

describe('LastUse', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const tracked = (query = async (): Promise<unknown> => []) => {
    const written: string[][] = [];
    const lastUse = new LastUse({
      query: async (_sql: string, [numbers]: [string[]]) => {
        written.push(numbers);
        return query();
      },
    } as never);
    return { lastUse, written };
  };

  it('writes once a minute however often a key is used', async () => {
    const { lastUse, written } = tracked();
    for (let use = 0; use < 1_000; use++) lastUse.touch('1001');
    lastUse.touch('1002');
    await jest.advanceTimersByTimeAsync(59_000);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(written).toEqual([['1001', '1002']]);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(written).toHaveLength(1);
  });

  it('writes what is left at shutdown, and survives a failing database', async () => {
    const { lastUse, written } = tracked(async () => {
      throw new Error('gone');
    });
    lastUse.touch('1001');
    await expect(lastUse.onApplicationShutdown()).resolves.toBeUndefined();
    expect(written).toEqual([['1001']]);
  });
});
