import {
  ForbiddenException,
  InternalServerErrorException,
  NotFoundException,
  PayloadTooLargeException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { AppError } from '../errors/app-error';
import { toAppError } from './to-app-error';

const withCode = (code: string, statusCode?: number) =>
  Object.assign(new Error('秘密 13812345678'), { code, statusCode });

describe('toAppError', () => {
  it.each<[string, unknown, string]>([
    ['our own error', new AppError('model_not_open'), 'model_not_open'],
    ['Nest 404', new NotFoundException('Cannot GET /x'), 'not_found'],
    ['Nest 403', new ForbiddenException(), 'forbidden'],
    ['Nest 413', new PayloadTooLargeException(), 'body_too_large'],
    ['another Nest 4xx', new UnprocessableEntityException(), 'invalid_request'],
    ['Nest 500', new InternalServerErrorException(), 'internal'],
    ['a malformed url', withCode('FST_ERR_BAD_URL', 400), 'invalid_request'],
    ['a long parameter', withCode('FST_ERR_MAX_PARAM_LENGTH', 414), 'not_found'],
    ['Fastify 415', withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'unsupported_media_type'],
    ['Fastify 413', withCode('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'body_too_large'],
    ['bad JSON', withCode('FST_ERR_CTP_INVALID_JSON_BODY', 400), 'invalid_json'],
    ['no connection', withCode('ECONNREFUSED'), 'audit_unavailable'],
    ['a shutdown of the server', withCode('57P01'), 'audit_unavailable'],
    ['a read-only standby', withCode('25006'), 'audit_unavailable'],
    [
      'a wrapped driver error',
      Object.assign(new Error('q'), { driverError: withCode('57P03') }),
      'audit_unavailable',
    ],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect'), 'audit_unavailable'],
    ['a broken statement', withCode('42601'), 'internal'],
    ['a type error', new TypeError('x is undefined'), 'internal'],
    ['a thrown string', '13812345678', 'internal'],
    ['nothing', undefined, 'internal'],
  ])('%s becomes %s', (_name, exception, code) => {
    expect(toAppError(exception).code).toBe(code);
  });

  it('keeps the cause of what is ours to mend, for the log', () => {
    const cause = new TypeError('x');
    expect(toAppError(cause).cause).toBe(cause);
  });
});
