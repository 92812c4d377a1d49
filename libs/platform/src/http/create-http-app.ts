import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DynamicModule } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GwConfig } from '../config/schema';
import { Metrics } from '../health/metrics';
import { Drain } from '../lifecycle/drain';
import { NestLogger } from '../logging/nest-logger';
import { answerClientError } from './client-error';
import { ErrorFilter } from './error.filter';
import { jsonBodyLimits, readPlainJsonBody } from './json-body';
import { genReqId } from './request-id';
import { addRequestHooks } from './request-hooks';
import { RouteTable } from './route-table';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the 60 s of usual load balancers, so that it is they who close an idle connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export interface HttpAppOptions {
  readonly config: GwConfig;
  readonly logger: Logger;
  /**
   * `unread`: handlers read the body themselves by `readJsonBody`, after authentication, so that every refusal
   * can be audited. `json`: `request.body` is a strictly parsed JSON object with ordinary numbers.
   */
  readonly body: 'unread' | 'json';
}

/**
 * Creates, but does not start, a Nest application on Fastify with the error filter, ids, limits and hooks.
 * The root module must import HealthModule and make GW_CONFIG injectable.
 */
export async function createHttpApp(
  rootModule: Type | DynamicModule,
  { config, logger, body }: HttpAppOptions,
): Promise<NestFastifyApplication> {
  const routes = new RouteTable();
  const filter = new ErrorFilter(routes, logger);
  const adapter = createAdapter(config, filter);
  const instance = adapter.getInstance() as unknown as FastifyInstance;
  routes.watch(instance);
  if (body === 'unread') leaveBodiesUnread(instance);
  else parseBodiesStrictly(instance, config);

  const app = await NestFactory.create<NestFastifyApplication>(rootModule, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.useGlobalFilters(filter);
  addRequestHooks(instance, {
    drain: app.get(Drain),
    metrics: app.get(Metrics),
    logger,
    healthPath: '/healthz',
  });
  return app;
}

function createAdapter(config: GwConfig, filter: ErrorFilter): FastifyAdapter {
  return new FastifyAdapter({
    logger: false,
    genReqId,
    requestIdHeader: false,
    bodyLimit: config.GW_BODY_BYTES_MAX,
    trustProxy: config.GW_TRUSTED_PROXIES.length > 0 ? config.GW_TRUSTED_PROXIES : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error: Error, request: unknown, reply: unknown) =>
      filter.answer(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerClientError,
  });
}

// To Fastify these methods have no body, so the raw stream is left to the handler, even for a content type
// that cannot be parsed.
function leaveBodiesUnread(instance: FastifyInstance): void {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    instance.addHttpMethod(method, { hasBody: false, overrideExisting: true } as { hasBody: boolean });
  }
}

function parseBodiesStrictly(instance: FastifyInstance, config: GwConfig): void {
  const limits = jsonBodyLimits(config);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (request: FastifyRequest) => readPlainJsonBody(request, limits));
}
