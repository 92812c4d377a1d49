import type { MigrationInterface, QueryRunner } from 'typeorm';

export const tokenstoreTables = {
  readWrite: ['tenant_secret', 'tenant_data_key', 'surrogate'],
  readOnly: [],
  functions: [],
};

export class Tokenstore1700000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tenant_secret (
        tenant_id uuid PRIMARY KEY REFERENCES tenant (id),
        wrapped bytea NOT NULL,
        root_key_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE TABLE tenant_data_key (
        tenant_id uuid NOT NULL REFERENCES tenant (id),
        version int NOT NULL,
        wrapped bytea NOT NULL,
        root_key_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (tenant_id, version)
      );
      CREATE TABLE surrogate (
        tenant_id uuid NOT NULL REFERENCES tenant (id),
        entity_type text NOT NULL,
        original_index bytea NOT NULL,
        surrogate_index bytea NOT NULL,
        key_version int NOT NULL,
        original_sealed bytea NOT NULL,
        surrogate_sealed bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (tenant_id, entity_type, original_index),
        UNIQUE (tenant_id, surrogate_index)
      );
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
