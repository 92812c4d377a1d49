import { Readable } from 'node:stream';
import { AppError } from '../errors/app-error';
import { assertJsonContentType, readJsonBody, readPlainJsonBody } from './json-body';

const LIMITS = { bytesMax: 1_000, depthMax: 64 };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const bodyOf = (length: number) => `{"text":"${'x'.repeat(length - '{"text":""}'.length)}"}`;
const send = (chunks: (string | Buffer)[], headers: Record<string, string> = JSON_TYPE) => ({
  headers,
  raw: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
});
const refusal = (error: unknown) => (error instanceof AppError ? error.code : String(error));

describe('assertJsonContentType', () => {
  it.each<[Record<string, string>, string]>([
    [{ 'content-type': 'application/json' }, 'accepted'],
    [{ 'content-type': 'application/json; charset=utf-8' }, 'accepted'],
    [{ 'content-type': 'Application/JSON;Charset="UTF-8"' }, 'accepted'],
    [{ 'content-type': 'application/json', 'content-encoding': 'identity' }, 'accepted'],
    [{}, 'unsupported_media_type'],
    [{ 'content-type': '' }, 'unsupported_media_type'],
    [{ 'content-type': 'text/plain' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/jsonp' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/json, text/plain' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/json; charset=gb18030' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/json; charset=utf-16' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/json; charset=utf-8; charset=gbk' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'unsupported_media_type'],
    [{ 'content-type': 'application/json', 'content-encoding': 'br' }, 'unsupported_media_type'],
  ])('%j is %s', (headers, expected) => {
    let outcome = 'accepted';
    try {
      assertJsonContentType(headers);
    } catch (error) {
      outcome = refusal(error);
    }
    expect(outcome).toBe(expected);
  });
});

describe('readJsonBody', () => {
  it('gives the value and the bytes as sent', async () => {
    const body = '{ "text": "你好" }';
    const { value, bytes } = await readJsonBody(send([body.slice(0, 5), body.slice(5)]), LIMITS);
    expect(value).toEqual({ text: '你好' });
    expect(bytes.toString()).toBe(body);
  });

  it('joins a character that was split between two chunks', async () => {
    const bytes = Buffer.from('{"text":"好"}');
    const { value } = await readJsonBody(send([bytes.subarray(0, 10), bytes.subarray(10)]), LIMITS);
    expect(value).toEqual({ text: '好' });
  });

  it.each([
    [LIMITS.bytesMax - 1, 'accepted'],
    [LIMITS.bytesMax, 'accepted'],
    [LIMITS.bytesMax + 1, 'body_too_large'],
  ])('a chunked body of %i bytes is %s', async (length, expected) => {
    const body = bodyOf(length);
    const chunks = [body.slice(0, 300), body.slice(300, 900), body.slice(900)];
    expect(await readJsonBody(send(chunks), LIMITS).then(() => 'accepted', refusal)).toBe(expected);
  });

  it('refuses a declared length beyond the limit without waiting for it', async () => {
    const never = new Readable({ read() {} });
    const request = { headers: { ...JSON_TYPE, 'content-length': '1001' }, raw: never };
    await expect(readJsonBody(request, LIMITS).catch(refusal)).resolves.toBe('body_too_large');
  });

  it('refuses an empty body, and one that breaks off', async () => {
    await expect(readJsonBody(send([]), LIMITS).catch(refusal)).resolves.toBe('invalid_json');
    const broken = new Readable({ read() {} });
    const reading = readJsonBody({ headers: JSON_TYPE, raw: broken }, LIMITS).catch(refusal);
    broken.push('{"text":');
    broken.destroy(new Error('aborted'));
    await expect(reading).resolves.toBe('invalid_request');
    await expect(readJsonBody({ headers: JSON_TYPE, raw: broken }, LIMITS).catch(refusal)).resolves.toBe(
      'invalid_request',
    );
  });
});

describe('readPlainJsonBody', () => {
  it('reads no body as undefined', async () => {
    await expect(readPlainJsonBody(send([], { 'content-length': '0' }), LIMITS)).resolves.toBeUndefined();
  });
});
