import { AppError, invalidRequest } from '../errors/app-error';
import { errorCatalogue, type ErrorCode } from '../errors/catalogue';
import { errorAnswer, wantsErrorObject } from './error-answer';

const ID = '0190b3b0-0000-7000-8000-000000000001';

describe('the two error forms', () => {
  it('is a string code for everybody', () => {
    expect(errorAnswer(new AppError('stream_unsupported'), ID, { 'user-agent': 'curl/8.5.0' })).toMatchObject(
      {
        status: 400,
        body: {
          error: 'stream_unsupported',
          detail: errorCatalogue.stream_unsupported.detail,
          request_id: ID,
        },
      },
    );
  });

  it('is an object for the client libraries, with the same code, sentence and extras', () => {
    const error = invalidRequest({ path: 'messages', problem: 'is required' });
    expect(errorAnswer(error, ID, { 'x-error-format': 'openai' }).body).toEqual({
      error: {
        message: errorCatalogue.invalid_request.detail,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'invalid_request',
      },
      fields: [{ path: 'messages', problem: 'is required' }],
      detail: errorCatalogue.invalid_request.detail,
      request_id: ID,
    });
  });

  it('keeps extras from replacing the fixed members', () => {
    const error = new AppError('insufficient_balance', {
      extras: { balance: 1.5, request_id: 'x', detail: 'y' },
    });
    expect(errorAnswer(error, ID, {}).body).toEqual({
      error: 'insufficient_balance',
      detail: errorCatalogue.insufficient_balance.detail,
      request_id: ID,
      balance: 1.5,
    });
  });

  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ 'user-agent': 'curl/8.5.0' }, false],
    [{ 'user-agent': 'Mozilla/5.0' }, false],
    [{ 'x-error-format': 'string' }, false],
    [{ 'x-error-format': 'openai' }, true],
    [{ 'x-stainless-lang': 'js' }, true],
    [{ 'user-agent': 'OpenAI/JS 6.49.0' }, true],
    [{ 'user-agent': 'OpenAI/Python 2.54.0' }, true],
    [{ 'user-agent': 'ai/6.0.1 ai-sdk/provider-utils/4.0.0 runtime/node.js/20' }, true],
    [{ 'user-agent': 'langchainjs-openai/1.0.0 (node/20)' }, true],
  ])('%j wants an object: %s', (headers, expected) => {
    expect(wantsErrorObject(headers)).toBe(expected);
  });
});

describe('error headers', () => {
  const headersOf = (code: ErrorCode) => errorAnswer(new AppError(code), ID, {}).headers;

  it.each(Object.keys(errorCatalogue) as ErrorCode[])('%s names its code', (code) => {
    expect(headersOf(code)['x-gateway-error-code']).toBe(code);
  });

  it('asks for a bearer token on 401 only', () => {
    expect(headersOf('invalid_api_key')['www-authenticate']).toBe('Bearer');
    expect(headersOf('key_scope')['www-authenticate']).toBeUndefined();
  });

  it.each<[ErrorCode, string | undefined, string | undefined]>([
    ['detection_unavailable', '2', undefined],
    ['rate_limited', '1', undefined],
    ['idempotency_conflict', '2', undefined],
    ['conflict', undefined, 'false'],
    ['internal', undefined, 'false'],
    ['upstream_timeout', undefined, 'false'],
    ['invalid_request', undefined, undefined],
  ])('%s: retry-after %s, x-should-retry %s', (code, retryAfter, shouldRetry) => {
    expect(headersOf(code)['retry-after']).toBe(retryAfter);
    expect(headersOf(code)['x-should-retry']).toBe(shouldRetry);
  });
});
