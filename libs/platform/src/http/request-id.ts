import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../crypto/random-id';

const CALLER_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Request ids are ours: a caller's own may repeat, and it may be a phone number. */
export function genReqId(): string {
  return newId();
}

/** The caller's own `X-Request-Id`, if it is well-formed. Only ever echoed; never stored, never logged. */
export function callerRequestId(raw: Pick<IncomingMessage, 'headers'>): string | undefined {
  const value = raw.headers['x-request-id'];
  return typeof value === 'string' && CALLER_ID.test(value) ? value : undefined;
}

/** Puts both ids on the answer, whatever becomes of the request. */
export function setRequestIdHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', request.id);
  const callerId = callerRequestId(request.raw);
  if (callerId !== undefined) void reply.header('x-client-request-id', callerId);
}
