import { loadConfig, type RunningApp } from '@gw/platform';
import { createAdmin } from '../../apps/admin/src/admin.app';

/** Starts the real admin app in this process. @param environment see `testEnvironment` */
export function startAdmin(environment: Record<string, string>): Promise<RunningApp> {
  return createAdmin(loadConfig(environment));
}
