import { HttpException } from '@nestjs/common';
import { AppError, invalidRequest } from '../errors/app-error';
import type { ErrorCode } from '../errors/catalogue';
import { isDatabaseUnavailable } from './database-unavailable';

const byStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'invalid_api_key',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

const byFastifyCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/**
 * Gives every exception its place in the catalogue: ours stay, those of Nest and Fastify are told by code and
 * status, a database out of reach is 503 (fail closed: without it no audit record can be written), and the
 * rest is `internal`. A foreign message never passes, since it may quote the request.
 */
export function toAppError(exception: unknown): AppError {
  if (exception instanceof AppError) return exception;
  if (exception instanceof HttpException) return fromStatus(exception.getStatus(), 'request', exception);
  const { code, statusCode } = (exception ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string' && code.startsWith('FST_')) {
    const known = byFastifyCode[code];
    if (known) return new AppError(known);
    const path = code === 'FST_ERR_BAD_URL' ? 'url' : 'request';
    if (typeof statusCode === 'number') return fromStatus(statusCode, path, exception);
  }
  if (isDatabaseUnavailable(exception)) return new AppError('audit_unavailable', { cause: exception });
  return new AppError('internal', { cause: exception });
}

function fromStatus(status: number, path: string, cause: unknown): AppError {
  const code = byStatus[status];
  if (code) return new AppError(code);
  if (status >= 400 && status < 500) return invalidRequest({ path, problem: 'is not well-formed' });
  return new AppError('internal', { cause });
}
