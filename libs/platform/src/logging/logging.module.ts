import { DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { LOGGER } from './create-logger';

@Module({})
export class LoggingModule {
  /**
   * Makes the process's logger injectable everywhere, under the token LOGGER and as nestjs-pino's `PinoLogger`.
   * No middleware is installed: what is logged of a request is decided in one place, by an allow-list.
   */
  static forRoot(logger: Logger): DynamicModule {
    return {
      module: LoggingModule,
      global: true,
      imports: [LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] })],
      providers: [{ provide: LOGGER, useValue: logger }],
      exports: [LOGGER],
    };
  }
}
