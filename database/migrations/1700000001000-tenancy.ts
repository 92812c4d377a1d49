import type { MigrationInterface, QueryRunner } from 'typeorm';

export const tenancyTables = {
  readWrite: ['config_epoch', 'tenant', 'api_key', 'operator'],
  readOnly: [],
  functions: [],
};

export class Tenancy1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE config_epoch (
        id int PRIMARY KEY CHECK (id = 1),
        epoch bigint NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      INSERT INTO config_epoch (id, epoch) VALUES (1, 1);
      CREATE TABLE tenant (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'erased')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE TABLE api_key (
        number bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
        tenant_id uuid NOT NULL REFERENCES tenant (id),
        environment text NOT NULL CHECK (environment IN ('live', 'test')),
        label text NOT NULL,
        secret_hash bytea NOT NULL,
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
        expires_at timestamptz,
        models text[],
        allowed_ips text[],
        requests_per_minute int,
        tokens_per_minute int,
        max_concurrent int,
        daily_cap_nano bigint,
        monthly_cap_nano bigint,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_by text NOT NULL,
        revoked_at timestamptz,
        last_used_at timestamptz
      );
      CREATE INDEX api_key_tenant ON api_key (tenant_id, number);
      CREATE TABLE operator (
        number bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('admin', 'operator', 'finance', 'auditor', 'viewer')),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
        token_hash bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_by text NOT NULL
      );
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
