import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error';
import { errorCatalogue, type ErrorCode } from '../errors/catalogue';
import type { Metrics } from '../health/metrics';
import type { Drain } from '../lifecycle/drain';
import { afterAnswer, runAfterAnswer } from './after-answer';
import { setRequestIdHeaders } from './request-id';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the answer is an error of the catalogue. */
    errorCode: ErrorCode | null;
    /** A public identifier of who called, for the log: a key's or operator's serial number. Never a secret. */
    callerId: string | null;
  }
}

export interface HookParts {
  readonly drain: Drain;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Answered also while the process shuts down, so that a load balancer learns of it. */
  readonly healthPath: string;
}

/** What happens around every request of the public port: ids, safety headers, drain, metrics, one log line. */
export function addRequestHooks(instance: FastifyInstance, parts: HookParts): void {
  const { drain } = parts;
  instance.decorateRequest('errorCode', null);
  instance.decorateRequest('callerId', null);

  instance.addHook('onRequest', (request, reply, done) => {
    drain.enter();
    afterAnswer(request, () => drain.leave());
    setRequestIdHeaders(request, reply);
    void reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    if (!drain.isDraining) return done();
    void reply.header('connection', 'close');
    done(request.routeOptions.url === parts.healthPath ? undefined : new AppError('draining'));
  });

  instance.addHook('onSend', (request, reply, payload, done) => {
    const finish = (): void => {
      observe(request, reply, parts);
      runAfterAnswer(request);
    };
    if (reply.raw.destroyed || reply.raw.closed) finish();
    else reply.raw.once('close', finish);
    done(null, payload);
  });
}

function observe(request: FastifyRequest, reply: FastifyReply, { metrics, logger }: HookParts): void {
  // The pattern, never the url: a path or query may hold anything.
  const route = request.is404 ? 'unmatched' : (request.routeOptions.url ?? 'unmatched');
  const ms = reply.elapsedTime;
  metrics.httpRequests.inc({ route, status: reply.statusCode });
  metrics.httpDuration.observe({ route }, ms / 1_000);
  if (request.errorCode) metrics.httpErrors.inc({ code: request.errorCode });
  const level = request.errorCode ? errorCatalogue[request.errorCode].logLevel : 'info';
  logger[level](
    {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      ...(request.errorCode ? { code: request.errorCode } : {}),
      ...(request.callerId ? { caller: request.callerId } : {}),
    },
    'request',
  );
}
