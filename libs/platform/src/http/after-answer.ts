import type { FastifyRequest } from 'fastify';

const callbacks = new WeakMap<FastifyRequest, (() => void)[]>();

/**
 * Runs `callback` once, when the work for this request has ended and its answer has left or its caller has gone.
 * A caller that hangs up early does not count as an end while the work goes on.
 */
export function afterAnswer(request: FastifyRequest, callback: () => void): void {
  const list = callbacks.get(request);
  if (list) list.push(callback);
  else callbacks.set(request, [callback]);
}

/** For the HTTP app alone. */
export function runAfterAnswer(request: FastifyRequest): void {
  const list = callbacks.get(request);
  callbacks.delete(request);
  for (const callback of list ?? []) callback();
}
