import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { placeCluster, type ClusterPlace } from './embedded/cluster-place';
import { createCluster } from './embedded/create-cluster';
import { DatabaseError } from './database-error';
import { prepareEngine, type Engine } from './embedded/engine';
import { freePort, portIsBusy } from './embedded/free-port';
import {
  findPostmaster,
  spawnPostmaster,
  stopPostmaster,
  whenReady,
  type Postmaster,
} from './embedded/postmaster';

const HOST = '127.0.0.1';
const START_ATTEMPTS = 5;
/** Held by whoever started the server, for as long as it lives. */
const STARTER_LOCK = 7_021_965;

export interface EmbeddedPostgresOptions {
  /** Where the cluster and its passwords are kept; made when absent. */
  readonly dataDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Gets single lines a person should read. */
  readonly log: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** The role that owns the tables. */
  readonly ownerUrl: string;
  /** The role of the applications. */
  readonly appUrl: string;
  /** The superuser, for tests that make databases of their own. */
  readonly superuserUrl: string;
  /** True when the server had outlived whoever started it. */
  readonly adopted: boolean;
  /** Settles when the server ends without being told to. */
  readonly lost: Promise<void>;
  /** Resolves when everything is on disk and the server is gone. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts, or takes over, the PostgreSQL of a data directory. It listens on loopback only, wants passwords from
 * everybody, and syncs every commit to disk.
 * @throws DatabaseError in words for a person: busy port, no access, in use by another start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = placeCluster(resolve(options.dataDir), options.log);
  const running = existsSync(place.cluster) ? findPostmaster(place.cluster) : undefined;
  if (running) {
    const adopted = await adopt(place, running);
    if (options.port === 0 || options.port === running.port) return serve(place, running, adopted, true);
    await adopted.end();
    await assertPortIsFree(options.port);
    await stopPostmaster(running);
  } else {
    await assertPortIsFree(options.port);
  }
  const engine = await prepareEngine(place.user, place.beside);
  if (!existsSync(place.cluster)) {
    options.log('Creating the database …');
    await createCluster(engine, place);
  }
  const postmaster = await start(engine, place, options.port);
  try {
    const keeper = await becomeStarter(place, postmaster);
    await ensureDatabase(keeper, place.passwords);
    return serve(place, postmaster, keeper, false);
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error;
  }
}

async function assertPortIsFree(port: number): Promise<void> {
  if (port === 0 || !(await portIsBusy(port, HOST))) return;
  throw new DatabaseError(
    `Port ${port} (GW_EMBEDDED_POSTGRES_PORT) is in use by another program. Choose another, or 0 for any.`,
  );
}

async function start(engine: Engine, place: ClusterPlace, port: number): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const candidate = port === 0 ? await freePort(HOST) : port;
    try {
      return await spawnPostmaster(engine, place, candidate);
    } catch (error) {
      // Somebody may have taken the port in between, or the backends of a killed server are still leaving.
      if (attempt === START_ATTEMPTS || !/in use/.test(String(error))) throw error;
      await new Promise((wait) => setTimeout(wait, 300));
    }
  }
}

/** A server that answers to our password is ours, whatever became of the process that started it. */
async function adopt(place: ClusterPlace, running: Postmaster): Promise<Client> {
  await whenReady(place.cluster, running.pid);
  const keeper = await becomeStarter(place, running);
  await ensureDatabase(keeper, place.passwords);
  return keeper;
}

/** Connects as superuser and claims the server; the claim ends with this process. */
async function becomeStarter(place: ClusterPlace, { port }: Postmaster): Promise<Client> {
  const keeper = new Client({
    connectionString: urlOf('postgres', place.passwords.postgres, port, 'postgres'),
    application_name: 'privacy-gateway-start',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  await keeper.connect().catch((cause: unknown) => {
    throw new DatabaseError(`The database in ${place.cluster} does not accept the password we keep for it.`, {
      cause,
    });
  });
  const { rows } = await keeper.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
    STARTER_LOCK,
  ]);
  if (rows[0]?.free) return keeper;
  await keeper.end();
  throw new DatabaseError(
    `The database in ${place.cluster} is in use by another start; stop that one first.`,
  );
}

async function ensureDatabase(superuser: Client, passwords: ClusterPlace['passwords']): Promise<void> {
  const { rows } = await superuser.query("SELECT 1 FROM pg_database WHERE datname = 'gw'");
  if (rows.length > 0) return;
  for (const role of ['gw_owner', 'gw_app'] as const) {
    const known = await superuser.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    const verb = known.rowCount ? 'ALTER' : 'CREATE';
    await superuser.query(`${verb} ROLE ${role} LOGIN PASSWORD '${passwords[role]}'`);
  }
  await superuser.query('CREATE DATABASE gw OWNER gw_owner');
}

function serve(
  place: ClusterPlace,
  postmaster: Postmaster,
  keeper: Client,
  adopted: boolean,
): EmbeddedPostgres {
  const url = (role: keyof ClusterPlace['passwords'], database: string): string =>
    urlOf(role, place.passwords[role], postmaster.port, database);
  let stopping: Promise<void> | undefined;
  const lost = new Promise<void>((settle) => {
    keeper.on('error', () => undefined);
    keeper.once('end', () => {
      if (!stopping) settle();
    });
  });
  const stop = async (): Promise<void> => {
    await keeper.end().catch(() => undefined);
    await stopPostmaster(postmaster);
  };
  return {
    ownerUrl: url('gw_owner', 'gw'),
    appUrl: url('gw_app', 'gw'),
    superuserUrl: url('postgres', 'postgres'),
    adopted,
    lost,
    stop: () => (stopping ??= stop()),
  };
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@${HOST}:${port}/${database}`;
}
