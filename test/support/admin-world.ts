import { loadConfig, type RunningApp } from '@gw/platform';
import type { OperatorRole } from '@gw/tenancy';
import { openInstallation } from '../../apps/cli/src/installation/installation.module';
import { Factories } from './factories';
import { freshDatabase, type FreshDatabase } from './fresh-database';
import { startAdmin } from './start-admin';
import { testEnvironment } from './test-config';
import type { Answer } from './world';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface CallOptions {
  /** Of another operator than the admin; null sends none. */
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** The admin app on a database of its own, and an operator who may do everything. */
export interface AdminWorld {
  readonly admin: RunningApp;
  readonly database: FreshDatabase;
  readonly factories: Factories;
  readonly environment: Record<string, string>;
  readonly token: string;
  /** @param path under `/admin/v1` @param body an object, or text that is sent as it is */
  call(method: Method, path: string, body?: object | string, options?: CallOptions): Promise<Answer>;
  operator(role: OperatorRole): Promise<string>;
  close(): Promise<void>;
}

export async function startAdminWorld(overrides: Record<string, string> = {}): Promise<AdminWorld> {
  const database = await freshDatabase();
  const environment = testEnvironment(database.appUrl, overrides);
  const installation = await openInstallation(loadConfig(environment));
  const factories = new Factories(installation);
  const token = await factories.operator('admin');
  const admin = await startAdmin(environment);

  const call: AdminWorld['call'] = async (method, path, body, options = {}) => {
    const headers: Record<string, string> = { ...options.headers };
    if (options.token !== null) headers.authorization = `Bearer ${options.token ?? token}`;
    if (body !== undefined) headers['content-type'] ??= 'application/json';
    const response = await fetch(`${admin.url}/admin/v1${path}`, {
      method,
      headers,
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    return { status: response.status, headers: response.headers, text, body: parseOrUndefined(text) };
  };

  return {
    admin,
    database,
    factories,
    environment,
    token,
    call,
    operator: (role) => factories.operator(role),
    close: async () => {
      await admin.close();
      await installation.close();
      await database.drop();
    },
  };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
