import { loadConfig, type RunningApp } from '@gw/platform';
import { createGateway } from '../../apps/gateway/src/gateway.app';

/** Starts the real gateway in this process. @param environment see `testEnvironment` */
export function startGateway(environment: Record<string, string>): Promise<RunningApp> {
  return createGateway(loadConfig(environment));
}
