import type { Logger } from 'pino';
import { ConfigError, loadConfig } from '../config/load-config';
import type { GwConfig } from '../config/schema';
import { createLogger } from '../logging/create-logger';
import type { RunningApp } from './app-lifecycle';

/**
 * The main function of a server process: settings, start, and an orderly end at SIGTERM or SIGINT (exit 0).
 * Bad settings stop the start with one message that names them all (exit 1). A second signal ends at once.
 */
export async function runApp(start: (config: GwConfig) => Promise<RunningApp>): Promise<void> {
  let logger = createLogger({ GW_LOG_LEVEL: 'info' });
  try {
    const config = loadConfig();
    logger = createLogger(config);
    exitOnUnexpected(logger);
    exitOnSignal(await start(config), logger);
  } catch (error) {
    // The one error whose message is made to be read: it names settings, never a value.
    if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

function exitOnSignal(app: RunningApp, logger: Logger): void {
  let signals = 0;
  const onSignal = (): void => {
    if (++signals > 1) process.exit(1);
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

// Node's own report would print the error's message, which may quote a value.
function exitOnUnexpected(logger: Logger): void {
  const onUnexpected = (error: unknown): void => {
    logger.fatal({ err: error }, 'unexpected failure');
    process.exit(1);
  };
  process.on('uncaughtException', onUnexpected);
  process.on('unhandledRejection', onUnexpected);
}
