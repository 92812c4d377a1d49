import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { localUrl, ManagementServer } from '../health/management.server';
import { Drain } from './drain';

/** A started application. */
export interface RunningApp {
  /** Root address of the public port, for this machine. */
  readonly url: string;
  readonly managementUrl: string;
  /** Drains, flushes, and stops everything; safe to call twice. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly logger: Logger;
  readonly host: string;
  readonly port: number;
  readonly managementHost: string;
  readonly managementPort: number;
  readonly drainSeconds: number;
}

/** Starts the public and the management port. Ports may be 0. */
export async function startListening(
  app: NestFastifyApplication,
  options: ListenOptions,
): Promise<RunningApp> {
  const management = app.get(ManagementServer);
  try {
    await app.listen({ host: options.host, port: options.port });
    const managementUrl = await management.listen(options.managementHost, options.managementPort);
    const url = localUrl(app.getHttpServer().address() as AddressInfo);
    options.logger.info({ url, management_url: managementUrl }, 'listening');
    let closing: Promise<void> | undefined;
    return { url, managementUrl, close: () => (closing ??= stop(app, options)) };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The management port goes last: until the very end `/readyz` says that this process is leaving. */
async function stop(app: NestFastifyApplication, { logger, drainSeconds }: ListenOptions): Promise<void> {
  const drain = app.get(Drain);
  drain.begin();
  logger.info({ in_flight: drain.requestsInFlight }, 'draining');
  if (!(await drain.whenIdle(drainSeconds * 1_000))) {
    logger.warn({ in_flight: drain.requestsInFlight }, 'drain deadline passed');
    app.getHttpServer().closeAllConnections();
  }
  for (const name of await drain.runHooks()) logger.error({ hook: name }, 'shutdown hook failed');
  const management = app.get(ManagementServer);
  await app.close();
  await management.close();
  logger.info('stopped');
}
