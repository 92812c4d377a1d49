import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the application role may do with these tables; the grant step reads it. */
export const auditTables = {
  readWrite: [],
  readOnly: ['audit_log', 'audit_head', 'audit_record'],
  functions: ['audit_genesis(uuid, text, text, text, bytea, bytea)'],
};

export class Audit1700000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id int PRIMARY KEY CHECK (id = 1),
        log uuid NOT NULL,
        created text NOT NULL,
        format text NOT NULL,
        ed25519_pub text NOT NULL,
        signing_key_wrapped bytea NOT NULL
      );
      CREATE TABLE audit_head (
        id int PRIMARY KEY CHECK (id = 1),
        seq bigint NOT NULL,
        head bytea NOT NULL,
        recorded_at timestamptz NOT NULL
      );
      CREATE TABLE audit_record (
        seq bigint PRIMARY KEY,
        request_id uuid NOT NULL UNIQUE,
        kind text NOT NULL,
        tenant_id uuid,
        recorded_at timestamptz NOT NULL,
        bytes text NOT NULL,
        leaf bytea NOT NULL,
        head bytea NOT NULL
      );
      CREATE INDEX audit_record_tenant ON audit_record (tenant_id, seq);
      CREATE INDEX audit_record_kind ON audit_record (kind, seq);

      CREATE FUNCTION audit_genesis(new_log uuid, created text, format text, ed25519_pub text, signing_key bytea, head_0 bytea)
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
      BEGIN
        LOCK TABLE audit_log IN EXCLUSIVE MODE;
        IF EXISTS (SELECT 1 FROM audit_log) THEN RETURN; END IF;
        INSERT INTO audit_log VALUES (1, new_log, created, format, ed25519_pub, signing_key);
        INSERT INTO audit_head VALUES (1, 0, head_0, clock_timestamp());
      END $$;
      REVOKE ALL ON FUNCTION audit_genesis(uuid, text, text, text, bytea, bytea) FROM PUBLIC;
    `);
  }

  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}
