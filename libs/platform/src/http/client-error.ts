import type { Socket } from 'node:net';
import { AppError, invalidRequest } from '../errors/app-error';
import { genReqId } from './request-id';
import { errorAnswer } from './error-answer';

const problems: Readonly<Record<string, { status: number; reason: string; problem: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', problem: 'did not arrive in time' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    problem: 'has too large headers',
  },
};

/**
 * Answers what is not even HTTP, in our error form, and closes the connection: after a request that two
 * parsers could read differently nothing more is read from it.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const known = problems[error.code ?? ''];
  const refusal: AppError = invalidRequest({
    path: 'request',
    problem: known?.problem ?? 'is not well-formed HTTP',
  });
  const requestId = genReqId();
  const body = JSON.stringify(errorAnswer(refusal, requestId, {}).body);
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${known?.status ?? 400} ${known?.reason ?? 'Bad Request'}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        `x-request-id: ${requestId}`,
        `x-gateway-error-code: ${refusal.code}`,
        'cache-control: no-store',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}
