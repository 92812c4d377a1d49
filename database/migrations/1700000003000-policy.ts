import type { MigrationInterface, QueryRunner } from 'typeorm';

export const policyTables = { readWrite: ['policy_version'], readOnly: [], functions: [] };

export class Policy1700000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policy_version (
        tenant_id uuid NOT NULL REFERENCES tenant (id),
        version int NOT NULL CHECK (version > 0),
        document jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        created_by text NOT NULL,
        PRIMARY KEY (tenant_id, version)
      );
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
