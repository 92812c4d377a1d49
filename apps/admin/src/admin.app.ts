import { createHttpApp, createLogger, startListening, type GwConfig, type RunningApp } from '@gw/platform';
import { AdminModule } from './admin.module';

/**
 * Starts the operator API and its management port. Ports may be 0; the addresses are in the answer.
 * The database must be migrated, and `GW_DATABASE_URL` and `GW_MASTER_KEY` set.
 */
export async function createAdmin(config: GwConfig): Promise<RunningApp> {
  const logger = createLogger(config);
  const app = await createHttpApp(AdminModule.forRoot(config, logger), { config, logger, body: 'json' });
  return startListening(app, {
    logger,
    host: config.GW_HOST,
    port: config.GW_ADMIN_PORT,
    managementHost: config.GW_MANAGEMENT_HOST,
    managementPort: config.GW_ADMIN_MANAGEMENT_PORT,
    drainSeconds: config.GW_DRAIN_SECONDS,
  });
}
