import { createLogger } from './create-logger';
import { NestLogger } from './nest-logger';
import { serializeError } from './serialize-error';

const SECRET = '13812345678';

function capture(level: 'debug' | 'info' | 'silent' = 'debug') {
  const lines: string[] = [];
  const logger = createLogger({ GW_LOG_LEVEL: level }, { write: (line: string) => void lines.push(line) });
  return { lines, logger };
}

describe('serializeError', () => {
  it('keeps name, code and frames', () => {
    const error = Object.assign(new TypeError(SECRET), { code: '23505', detail: SECRET, query: SECRET });
    const serialized = serializeError(error);
    expect(serialized).toMatchObject({ name: 'TypeError', code: '23505' });
    expect(serialized.frames[0]).toMatch(/^at /);
    expect(JSON.stringify(serialized)).not.toContain(SECRET);
  });

  it.each([
    ['a message of several lines', new Error(`first\n    at ${SECRET} (x.js:1:1)`)],
    ['a cause', new Error('outer', { cause: new Error(SECRET) })],
    ['a name', Object.assign(new Error('x'), { name: `电话 ${SECRET}` })],
    ['a code', Object.assign(new Error('x'), { code: `电话 ${SECRET}` })],
    ['a message changed after the stack was made', Object.assign(new Error(SECRET), { message: 'other' })],
    ['a thrown string', SECRET],
    ['a thrown object', { message: SECRET }],
  ])('tells nothing of %s', (_name, error) => {
    expect(JSON.stringify(serializeError(error))).not.toContain(SECRET);
  });

  it('follows only so many causes', () => {
    const looped = new Error('x');
    looped.cause = looped;
    expect(() => JSON.stringify(serializeError(looped))).not.toThrow();
  });
});

describe('the logger', () => {
  it('writes one line of JSON per event', () => {
    const { lines, logger } = capture();
    logger.error({ request_id: 'r', err: new Error(`a\nb ${SECRET}`) }, 'failed');
    expect(lines).toHaveLength(1);
    expect(lines[0]!.trimEnd()).not.toContain('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', request_id: 'r', msg: 'failed' });
    expect(lines[0]).not.toContain(SECRET);
  });

  it('never takes the message of an error for the text of a line', () => {
    const { lines, logger } = capture();
    logger.error(new Error(SECRET));
    logger.error({ err: new Error(SECRET) });
    logger.error(new Error(SECRET), 'with a text');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('takes no text of errors from the framework', () => {
    const { lines, logger } = capture();
    const nest = new NestLogger(logger);
    nest.error(new Error(SECRET), 'Context');
    nest.error(SECRET, `Error: ${SECRET}\n    at x`, 'Context');
    nest.fatal(SECRET, 'Context');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('is silent when told so', () => {
    const { lines, logger } = capture('silent');
    logger.fatal('x');
    expect(lines).toEqual([]);
  });
});
