import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Lets the framework log through pino, under the same rules: of an error only name, code and frames. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.write('debug', message, context);
  }
  debug(message: unknown, ...context: unknown[]): void {
    this.write('debug', message, context);
  }
  verbose(message: unknown, ...context: unknown[]): void {
    this.write('debug', message, context);
  }
  warn(message: unknown, ...context: unknown[]): void {
    this.write('warn', message, context);
  }
  error(message: unknown, ...context: unknown[]): void {
    this.write('error', message, context);
  }
  fatal(message: unknown, ...context: unknown[]): void {
    this.write('fatal', message, context);
  }

  // At error level the framework passes messages of foreign errors, so there the text is left out.
  private write(level: 'debug' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const context = String(rest.at(-1) ?? 'Nest').slice(0, 64);
    if (message instanceof Error) this.logger[level]({ context, err: message }, 'framework error');
    else if (level === 'error' || level === 'fatal') this.logger[level]({ context }, 'framework error');
    else this.logger[level]({ context }, String(message).slice(0, 300));
  }
}
