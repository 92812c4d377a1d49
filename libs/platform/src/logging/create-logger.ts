import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import type { GwConfig } from '../config/schema';
import { serializeError } from './serialize-error';

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/**
 * One line of JSON per event. Only what a call names is written; `err` is reduced to name, code and stack
 * frames. No text, key, mapping, raw url or header may be given to a log call.
 */
export function createLogger(
  config: Pick<GwConfig, 'GW_LOG_LEVEL'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.GW_LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => serializeError(error) },
    hooks: { logMethod: withoutErrorMessage },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Without a text of its own, pino would take an error's message for the text of the line. */
function withoutErrorMessage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, text] = args as unknown[];
  if (first instanceof Error) method.call(this, { err: first }, typeof text === 'string' ? text : 'failed');
  else if (text === undefined && typeof first === 'object') method.call(this, first, 'event');
  else method.apply(this, args);
}
