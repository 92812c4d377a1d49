import { createHttpApp, createLogger, startListening, type GwConfig, type RunningApp } from '@gw/platform';
import { GatewayModule } from './gateway.module';

/**
 * Starts the public API and its management port. Ports may be 0; the addresses are in the answer.
 * The database must be migrated, and `GW_DATABASE_URL` and `GW_MASTER_KEY` set.
 */
export async function createGateway(config: GwConfig): Promise<RunningApp> {
  const logger = createLogger(config);
  const app = await createHttpApp(GatewayModule.forRoot(config, logger), { config, logger, body: 'unread' });
  return startListening(app, {
    logger,
    host: config.GW_HOST,
    port: config.GW_PORT,
    managementHost: config.GW_MANAGEMENT_HOST,
    managementPort: config.GW_MANAGEMENT_PORT,
    drainSeconds: config.GW_DRAIN_SECONDS,
  });
}
