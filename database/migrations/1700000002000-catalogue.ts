import type { MigrationInterface, QueryRunner } from 'typeorm';

export const catalogueTables = { readWrite: ['channel', 'model', 'price'], readOnly: [], functions: [] };

export class Catalogue1700000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel (
        vendor text PRIMARY KEY,
        base_url text,
        api_key_wrapped bytea,
        egress text NOT NULL DEFAULT 'direct' CHECK (egress IN ('direct', 'proxy', 'none')),
        proxy_url text,
        timeout_ms int NOT NULL DEFAULT 120000,
        status text NOT NULL DEFAULT 'closed' CHECK (status IN ('open', 'closed')),
        protocol text NOT NULL DEFAULT 'openai' CHECK (protocol IN ('openai', 'anthropic', 'sandbox')),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE TABLE model (
        vendor text NOT NULL REFERENCES channel (vendor),
        name text NOT NULL,
        jurisdiction text NOT NULL CHECK (jurisdiction IN ('local', 'domestic', 'overseas')),
        status text NOT NULL DEFAULT 'closed' CHECK (status IN ('open', 'closed')),
        upstream_model text,
        context_tokens int NOT NULL CHECK (context_tokens > 0),
        output_tokens_max int NOT NULL CHECK (output_tokens_max > 0),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (vendor, name)
      );
      CREATE TABLE price (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        vendor text NOT NULL,
        name text NOT NULL,
        input_nano bigint NOT NULL CHECK (input_nano >= 0),
        output_nano bigint NOT NULL CHECK (output_nano >= 0),
        valid_from timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_by text NOT NULL,
        FOREIGN KEY (vendor, name) REFERENCES model (vendor, name)
      );
      CREATE INDEX price_model ON price (vendor, name, valid_from);
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
