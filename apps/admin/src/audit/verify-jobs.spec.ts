import type { AuditLog } from '@gw/audit';
import { VerifyJobs } from './verify-jobs';

const settled = () => new Promise((resolve) => setImmediate(resolve));

function jobsOver(verify: (from: number, to: number) => Promise<object>) {
  const asked: [number, number][] = [];
  const log = {
    verify: (from: number, to: number) => {
      asked.push([from, to]);
      return verify(from, to);
    },
  };
  return { jobs: new VerifyJobs(log as unknown as AuditLog), asked };
}

it('verifies a long range piece by piece', async () => {
  const { jobs, asked } = jobsOver(async (from, to) => ({
    ok: true,
    from,
    to,
    records: to - from + 1,
    head: 'aa',
  }));
  const { job } = jobs.start(1, 45_000);
  expect(jobs.find(job)).toMatchObject({ state: 'running', records: 0 });
  await settled();
  expect(asked).toEqual([
    [1, 20_000],
    [20_001, 40_000],
    [40_001, 45_000],
  ]);
  expect(jobs.find(job)).toEqual({
    job,
    state: 'done',
    from: 1,
    to: 45_000,
    records: 45_000,
    result: { ok: true, from: 1, to: 45_000, records: 45_000, head: 'aa' },
  });
});

it('ends at the first bad record', async () => {
  const { jobs, asked } = jobsOver(async (from, to) => ({
    ok: false,
    from,
    to,
    records: 6,
    first_bad_seq: 7,
  }));
  const { job } = jobs.start(1, 45_000);
  await settled();
  expect(asked).toHaveLength(1);
  expect(jobs.find(job)).toMatchObject({
    state: 'done',
    records: 6,
    result: { ok: false, first_bad_seq: 7 },
  });
});

it('fails when the log cannot be read, and forgets the oldest jobs', async () => {
  const { jobs } = jobsOver(() => Promise.reject(new Error('gone')));
  const started = Array.from({ length: 101 }, () => jobs.start(1, 2).job);
  await settled();
  expect(jobs.find(started[0]!)).toBeUndefined();
  expect(jobs.find(started[100]!)).toMatchObject({ state: 'failed' });
});
