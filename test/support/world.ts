import { loadConfig, type RunningApp } from '@gw/platform';
import { openInstallation } from '../../apps/cli/src/installation/installation.module';
import { Factories, type TestKey, type TestTenant } from './factories';
import { echo, startFakeUpstream, type Behavior, type FakeUpstream } from './fake-upstream';
import { freshDatabase, type FreshDatabase } from './fresh-database';
import { startGateway } from './start-gateway';
import { testEnvironment } from './test-config';

/** The open model of a world: 2 and 3 CNY per million tokens. */
export const MODEL = 'deepseek/deepseek-chat';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into it freely
}

export interface WorldOptions {
  /** Settings of the gateway beside those every test has. */
  readonly environment?: Record<string, string>;
  /** Puts something between the gateway and its database; answers the address the gateway shall use. */
  readonly throughDatabase?: (url: string) => Promise<string>;
}

interface CallOptions {
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

type KeyOptions = Parameters<Factories['key']>[1];

/** A gateway on a database of its own, a model that echoes, and a tenant with 100 CNY. */
export interface World {
  readonly gateway: RunningApp;
  readonly database: FreshDatabase;
  readonly factories: Factories;
  readonly model: FakeUpstream;
  /** What the model does until told otherwise. */
  readonly echo: Behavior;
  /** What a gateway process needs in its environment to work on the same installation. */
  readonly environment: Record<string, string>;
  readonly tenantId: string;
  /** The tenant's key. */
  readonly key: string;
  /** Sends a chat; an object without a model asks the open one, text and bytes are sent as they are. */
  chat(body: object | string | Buffer, options?: CallOptions): Promise<Answer>;
  post(path: string, body: object | string | Buffer, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  /** The tenant's posted balance in CNY. */
  balance(): Promise<number>;
  tenant(options?: { credit?: number }): Promise<TestTenant>;
  issueKey(options?: KeyOptions): Promise<string>;
  issueKeyWithNumber(options?: KeyOptions): Promise<TestKey>;
  /** @param key the key itself or its number */
  revoke(key: string): Promise<void>;
  close(): Promise<void>;
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const [database, model] = await Promise.all([freshDatabase(), startFakeUpstream()]);
  const environment = testEnvironment(database.appUrl, options.environment);
  const installation = await openInstallation(loadConfig(environment));
  const factories = new Factories(installation);
  await factories.channel('deepseek', model.baseUrl);
  await factories.channel('openai', model.baseUrl);
  await factories.model({ id: MODEL, jurisdiction: 'domestic', inputPrice: 2, outputPrice: 3 });
  await factories.model({ id: 'openai/overseas', jurisdiction: 'overseas', inputPrice: 20, outputPrice: 60 });
  const own = await factories.tenant();
  const url = options.throughDatabase ? await options.throughDatabase(database.appUrl) : database.appUrl;
  const gateway = await startGateway({ ...environment, GW_DATABASE_URL: url });

  const call = async (path: string, init: RequestInit, { key = own.key, headers = {} }: CallOptions = {}) => {
    const response = await fetch(gateway.url + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parseOrUndefined(text) };
  };
  const post = (path: string, body: object | string | Buffer, callOptions?: CallOptions) =>
    call(path, { method: 'POST', body: bodyOf(body) }, callOptions);

  return {
    gateway,
    database,
    factories,
    model,
    echo: echo(),
    environment,
    tenantId: own.id,
    key: own.key,
    chat: (body, callOptions) =>
      post('/v1/chat/completions', isPlain(body) ? { model: MODEL, ...body } : body, callOptions),
    post,
    get: (path, callOptions) => call(path, {}, callOptions),
    balance: () => factories.balance(own.id),
    tenant: (tenantOptions) => factories.tenant(tenantOptions),
    issueKey: async (keyOptions) => (await factories.key(own.id, keyOptions)).key,
    issueKeyWithNumber: (keyOptions) => factories.key(own.id, keyOptions),
    revoke: (key) => factories.revoke(key.split('_')[2] ?? key),
    close: async () => {
      await gateway.close();
      await installation.close();
      await model.close();
      await database.drop();
    },
  };
}

function isPlain(body: object | string | Buffer): body is object {
  return typeof body === 'object' && !Buffer.isBuffer(body);
}

function bodyOf(body: object | string | Buffer): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body);
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
