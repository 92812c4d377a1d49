import type { DataSourceOptions } from 'typeorm';
import { Audit1700000005000, auditTables } from './migrations/1700000005000-audit';
import { Billing1700000006000, billingTables } from './migrations/1700000006000-billing';
import { Catalogue1700000002000, catalogueTables } from './migrations/1700000002000-catalogue';
import { Policy1700000003000, policyTables } from './migrations/1700000003000-policy';
import { Tenancy1700000001000, tenancyTables } from './migrations/1700000001000-tenancy';
import { Tokenstore1700000004000, tokenstoreTables } from './migrations/1700000004000-tokenstore';

export interface DatabaseSettings {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly applicationName: string;
}

/** What the application role may do with the tables of one migration. */
export interface TableGrants {
  readonly readWrite: readonly string[];
  /** Append-only: written through functions that belong to the owner. */
  readonly readOnly: readonly string[];
  readonly functions: readonly string[];
}

/** The one timeline, oldest first. */
const migrations = [
  Tenancy1700000001000,
  Catalogue1700000002000,
  Policy1700000003000,
  Tokenstore1700000004000,
  Audit1700000005000,
  Billing1700000006000,
];

export const tableGrants: readonly TableGrants[] = [
  tenancyTables,
  catalogueTables,
  policyTables,
  tokenstoreTables,
  auditTables,
  billingTables,
];

/** How every process talks to PostgreSQL. Nothing is ever synchronized from entities. */
export function dataSourceOptions(settings: DatabaseSettings): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    applicationName: settings.applicationName,
    poolSize: settings.poolSize,
    connectTimeoutMS: 5_000,
    entities: [],
    migrations,
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    extra: {
      statement_timeout: settings.statementTimeoutMs,
      lock_timeout: settings.lockTimeoutMs,
      idle_in_transaction_session_timeout: settings.statementTimeoutMs * 2,
    },
  };
}
