import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError, seedDemo } from '@gw/database';
import { loadConfig, type GwConfig } from '@gw/platform';
import { openInstallation } from '../installation/installation.module';
import { describeMigrations, runMigrations } from '../migrate/run-migrations';
import { ChildApp } from './child-app';
import { readDemoEnv, writeDemoEnv, type DemoEnv } from './demo-env';
import { openDatabase, type InstallationDatabase } from './installation-database';
import { claimPorts, localUrl, type Ports } from './ports';
import type { Progress } from './progress';
import { readyMessage } from './ready-message';
import { rootKeyFile } from './root-key-file';
import type { StopSignal } from './stop-signal';

/** Replaced by what was made here, or the owner's, who must stay out of the applications. */
const NOT_FOR_APPS = [
  'GW_DATABASE_URL_FILE',
  'GW_MIGRATION_DATABASE_URL',
  'GW_MIGRATION_DATABASE_URL_FILE',
] as const;

/** How long after the drain an application may take to end. */
const STOP_MARGIN_MS = 5_000;

/**
 * `npm start`: database, migrations, demo tenant, both applications; runs until it is told to stop.
 * @throws when a part cannot start or ends by itself; everything else is stopped first
 */
export async function startEverything(config: GwConfig, stop: StopSignal, progress: Progress): Promise<void> {
  progress.say('Starting Privacy Gateway …');
  const ports = await claimPorts(config);
  mkdirSync(config.GW_DATA_DIR, { recursive: true, mode: 0o700 });
  const keyFile = config.GW_MASTER_KEY ? undefined : rootKeyFile(config.GW_DATA_DIR);
  const database = await progress.step(
    'database',
    () => openDatabase(config, (line) => progress.say(line)),
    ({ description }) => description,
  );
  try {
    stop.check();
    await progress.step(
      'migrations',
      () => runMigrations(database, (line) => progress.say(`  ${line}`)),
      describeMigrations,
    );
    stop.check();
    await runApps({
      config,
      ports,
      database,
      environment: childEnvironment(ports, database, keyFile),
      stop,
      progress,
    });
  } finally {
    await database.close();
  }
}

interface Run {
  readonly config: GwConfig;
  readonly ports: Ports;
  readonly environment: NodeJS.ProcessEnv;
  readonly database: InstallationDatabase;
  readonly stop: StopSignal;
  readonly progress: Progress;
}

async function runApps({ config, ports, environment, database, stop, progress }: Run): Promise<void> {
  const app = (name: 'gateway' | 'admin', managementPort: number) =>
    new ChildApp({
      name,
      environment,
      managementUrl: localUrl(config.GW_MANAGEMENT_HOST, managementPort),
      logFile: join(config.GW_DATA_DIR, `${name}.log`),
    });
  const apps = [app('gateway', ports.GW_MANAGEMENT_PORT), app('admin', ports.GW_ADMIN_MANAGEMENT_PORT)];
  try {
    const bothReady = Promise.all(apps.map((one) => one.ready()));
    await progress.step(
      'apps',
      () => stop.orStopped(bothReady),
      () => `${apps.map(({ description }) => description).join(' and ')} are ready`,
    );
    const demoEnvFile = join(config.GW_DATA_DIR, 'demo.env');
    const demo = await progress.step('demo', () => prepareDemo(config, ports, environment), describeDemo);
    writeDemoEnv(demoEnvFile, demo);
    stop.check();
    const logFiles = join(config.GW_DATA_DIR, '{gateway,admin}.log');
    progress.say(readyMessage(demo, demoEnvFile, logFiles, progress.elapsed));
    const databaseLost = database.lost.then(() => {
      throw new DatabaseError('The database ended.');
    });
    await Promise.race([stop.asked, databaseLost, ...apps.map(({ ended }) => ended)]);
  } finally {
    progress.say('Stopping …');
    void stop.insisted.then(() => apps.forEach((one) => one.kill()));
    const deadlineMs = config.GW_DRAIN_SECONDS * 1_000 + STOP_MARGIN_MS;
    await Promise.all(apps.map((one) => one.stop(deadlineMs)));
  }
}

/** What the applications find in their environment: ours, and where the parts made here are. */
function childEnvironment(
  ports: Ports,
  database: InstallationDatabase,
  keyFile: string | undefined,
): NodeJS.ProcessEnv {
  // eslint-disable-next-line no-restricted-properties -- handed on to the applications, which read it through GwConfig
  const environment: NodeJS.ProcessEnv = { ...process.env };
  for (const [name, port] of Object.entries(ports)) environment[name] = String(port);
  for (const name of NOT_FOR_APPS) delete environment[name];
  environment['GW_DATABASE_URL'] = database.appUrl;
  if (keyFile) environment['GW_MASTER_KEY_FILE'] = keyFile;
  return environment;
}

/** Keeps the credentials of an earlier start as long as they work. */
async function prepareDemo(config: GwConfig, ports: Ports, environment: NodeJS.ProcessEnv): Promise<DemoEnv> {
  const known = readDemoEnv(join(config.GW_DATA_DIR, 'demo.env'));
  const installation = await openInstallation(loadConfig(environment));
  try {
    const { apiKey, adminToken } = await seedDemo(installation, {
      apiKey: known.GW_API_KEY,
      adminToken: known.GW_ADMIN_TOKEN,
    });
    return {
      GW_BASE_URL: localUrl(config.GW_HOST, ports.GW_PORT),
      GW_API_KEY: apiKey,
      GW_ADMIN_URL: localUrl(config.GW_HOST, ports.GW_ADMIN_PORT),
      GW_ADMIN_TOKEN: adminToken,
    };
  } finally {
    await installation.close();
  }
}

function describeDemo({ GW_API_KEY }: DemoEnv): string {
  return `tenant "demo", key number ${GW_API_KEY.split('_')[2]}`;
}
