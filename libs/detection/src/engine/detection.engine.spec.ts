import { Test } from '@nestjs/testing';
import { AppError, ConfigModule, loadConfig } from '@gw/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import { DetectionEngine, type EngineOptions } from './detection.engine';
import { DetectionModule } from './detection.module';

const TEXT = '客户张伟明，手机号13812345678';
const FOUND = ['PERSON 张伟明', 'CN_MOBILE 13812345678'];
const open: DetectionEngine[] = [];

/** A worker that does with every task what the code says. */
const answering = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, task }) => { ${code} });
    `)}`,
  );

async function engine(options: EngineOptions = {}, timeoutMs = 5_000): Promise<DetectionEngine> {
  const created = new DetectionEngine({ GW_DETECTION_TIMEOUT_MS: timeoutMs }, { size: 1, ...options });
  open.push(created);
  await created.onModuleInit();
  return created;
}

async function namesFound(target: DetectionEngine, text: string): Promise<string[]> {
  const [findings] = await target.detect([{ text }]);
  return findings!.map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

async function codeOf(run: Promise<unknown>): Promise<string> {
  const error: unknown = await run.then(
    () => 'answered',
    (failure: unknown) => failure,
  );
  return error instanceof AppError ? error.code : String(error);
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.onApplicationShutdown()));
});

describe('DetectionEngine', () => {
  it('finds the same inline and in a worker', async () => {
    const target = await engine();
    expect(await namesFound(target, TEXT)).toEqual(FOUND);
    const long = TEXT + '。今天天气很好'.repeat(1_000);
    expect(await namesFound(target, long)).toEqual(FOUND);
    expect(target.isHealthy()).toBe(true);
  });

  it('runs the patterns of a tenant in a worker', async () => {
    const target = await engine();
    const additions = {
      allowList: ['13812345678'],
      dictionaries: [],
      customRecognizers: [
        {
          name: 'employee',
          entity_type: 'EMPLOYEE_ID',
          pattern: 'E[0-9]{6}',
          score: 0.6,
          sensitivity: 'low' as const,
        },
      ],
    };
    const [findings] = await target.detect([{ text: '工号E123456，13812345678' }], additions);
    expect(findings).toMatchObject([{ type: 'EMPLOYEE_ID', start: 2, end: 9 }]);
    const broken = {
      ...additions,
      customRecognizers: [{ ...additions.customRecognizers[0]!, pattern: '(?=x)' }],
    };
    expect(await codeOf(target.detect([{ text: TEXT }], broken))).toBe('detection_unavailable');
  });

  it.each([
    ['crashes', 'process.exit(1)'],
    ['hangs', 'for (;;);'],
    ['throws', 'throw new Error("x")'],
    ['fails', 'parentPort.postMessage({ id, failed: "RangeError" })'],
    ['answers nothing', 'parentPort.postMessage({ id })'],
    ['answers too few lists', 'parentPort.postMessage({ id, answer: [] })'],
    [
      'answers spans outside the text',
      'parentPort.postMessage({ id, answer: [[{ type: "PERSON", start: 0, end: 1e9, confidence: 1, sensitivity: "low", secret: false }]] })',
    ],
  ])(
    'is unavailable and unhealthy when a worker %s',
    async (_case, code) => {
      const target = await engine(
        { script: answering(code), inlineCharactersMax: 0, startDeadlineMs: 500 },
        300,
      );
      expect(target.isHealthy()).toBe(false);
      expect(await codeOf(target.detect([{ text: TEXT }]))).toBe('detection_unavailable');
    },
    20_000,
  );

  it('is unhealthy when a worker finds nothing in the known text', async () => {
    const target = await engine({
      script: answering('parentPort.postMessage({ id, answer: task.inputs.map(() => []) })'),
    });
    expect(target.isHealthy()).toBe(false);
  });

  it('is unavailable when the script is missing', async () => {
    const target = await engine(
      { script: '/nowhere/detection.worker.js', inlineCharactersMax: 0, startDeadlineMs: 500 },
      300,
    );
    expect(target.isHealthy()).toBe(false);
    expect(await codeOf(target.detect([{ text: TEXT }]))).toBe('detection_unavailable');
  }, 20_000);

  it('tells nothing of the text in its error', async () => {
    const target = await engine(
      { script: answering('throw new Error(task.inputs[0].text)'), inlineCharactersMax: 0 },
      300,
    );
    const error: unknown = await target.detect([{ text: TEXT }]).catch((failure: unknown) => failure);
    const { message, cause, extras } = error as AppError;
    expect(JSON.stringify([message, (cause as Error).message, (cause as Error).stack, extras])).not.toMatch(
      /张伟明|138/,
    );
  }, 20_000);

  it('is healthy again after a failure that passes', async () => {
    const target = await engine();
    const slow = target.detect([{ text: TEXT.repeat(40_000) }]);
    expect(['answered', 'detection_unavailable']).toContain(await codeOf(slow));
    await sleep(50);
    expect(await namesFound(target, TEXT)).toEqual(FOUND);
    expect(target.isHealthy()).toBe(true);
  }, 20_000);

  it('is provided by its module', async () => {
    const config = loadConfig({});
    const module = await Test.createTestingModule({
      imports: [ConfigModule.forRoot(config), DetectionModule],
    }).compile();
    await module.init();
    expect(module.get(DetectionEngine).isHealthy()).toBe(true);
    expect(module.get(DetectionEngine).version).toBe('structured-1+names-1');
    await module.close();
  }, 20_000);
});
