import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');
const masterKey = z
  .string()
  .transform((value) => Buffer.from(value.trim(), 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64');

/**
 * Every setting of every process, with its default. The description is the documentation: the table in
 * `docs/configuration.md` is generated from here. A setting whose `secret` meta is true also accepts a
 * `…_FILE` twin that names a file to read it from, and is never printed.
 */
export const configSchema = z.object({
  GW_HOST: z.string().default('0.0.0.0').describe('Address the public and admin ports listen on.'),
  GW_PORT: port(8080).describe('Public port of the gateway.'),
  GW_ADMIN_PORT: port(8081).describe('Port of the admin app; internal network only.'),
  GW_MANAGEMENT_HOST: z.string().default('0.0.0.0').describe('Address the management ports listen on.'),
  GW_MANAGEMENT_PORT: port(9090).describe('Probes and metrics of the gateway; cluster only.'),
  GW_ADMIN_MANAGEMENT_PORT: port(9091).describe('Probes and metrics of the admin app; cluster only.'),
  GW_DATABASE_URL: databaseUrl
    .optional()
    .meta({ secret: true })
    .describe('PostgreSQL 14 or newer. Unset: `npm start` runs an embedded server.'),
  GW_MIGRATION_DATABASE_URL: databaseUrl
    .optional()
    .meta({ secret: true })
    .describe('The role that owns the tables. Unset: GW_DATABASE_URL migrates and runs, with a warning.'),
  GW_DATABASE_POOL_SIZE: positive(10).describe('Connections each process may hold.'),
  GW_DATABASE_STATEMENT_TIMEOUT_MS: positive(5_000).describe('Longest a database statement may run.'),
  GW_DATABASE_LOCK_TIMEOUT_MS: positive(2_000).describe('Longest a database statement may wait for a lock.'),
  GW_DATA_DIR: z
    .string()
    .default('.gw')
    .describe('Where `npm start` keeps its database, root key and demo.env.'),
  GW_EMBEDDED_POSTGRES_PORT: port(0).describe(
    'Port of the embedded PostgreSQL on loopback; 0 takes a free one.',
  ),
  GW_MASTER_KEY: masterKey
    .optional()
    .meta({ secret: true })
    .describe('Root key, 32 bytes in base64. `npm start` makes one in the data directory.'),
  GW_ENABLE_DOCS: flag.describe('1 serves interactive documentation at /docs.'),
  GW_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Least severe level that is logged.'),
  GW_DRAIN_SECONDS: positive(30).describe('How long in-flight requests may take after SIGTERM.'),
  GW_TRUSTED_PROXIES: list.describe('Comma-separated CIDRs whose X-Forwarded-For is believed.'),
  GW_BODY_BYTES_MAX: positive(1_048_576).describe('Largest request body.'),
  GW_JSON_DEPTH_MAX: positive(64).describe('Deepest nesting of a JSON body.'),
  GW_MESSAGES_MAX: positive(1_024).describe('Most messages in a chat request.'),
  GW_DETECTION_TIMEOUT_MS: positive(2_000).describe('Deadline of detection for one request.'),
  GW_UPSTREAM_CONNECT_TIMEOUT_MS: positive(5_000).describe('Deadline to connect to a model.'),
  GW_UPSTREAM_TIMEOUT_MS: positive(120_000).describe('Deadline of a whole model call.'),
  GW_UPSTREAM_REPLY_BYTES_MAX: positive(8_388_608).describe('Largest reply of a model.'),
  GW_UPSTREAM_PRIVATE_CIDRS: list.describe('Private and loopback ranges a channel may point to.'),
  GW_REQUESTS_PER_MINUTE: positive(600).describe('Requests per minute of a key without a limit of its own.'),
  GW_CONCURRENT_REQUESTS_MAX: positive(64).describe(
    'Concurrent requests of a key without a limit of its own.',
  ),
  GW_EPOCH_POLL_MS: positive(1_000).describe(
    'How often a replica asks whether keys, policies or prices changed.',
  ),
  GW_CACHE_UNCONFIRMED_MS_MAX: positive(15_000).describe(
    'A replica that could not confirm its caches for this long answers 503.',
  ),
  GW_HOLD_LEASE_SECONDS: positive(30).describe(
    'Lease of a balance reservation; renewed while the call runs.',
  ),
  GW_SURROGATE_CACHE_ENTRIES_MAX: positive(200_000).describe('Surrogates each replica keeps in memory.'),
});

/** The frozen settings of a process. `GW_MASTER_KEY` is already decoded to its 32 bytes. */
export type GwConfig = Readonly<z.infer<typeof configSchema>>;
