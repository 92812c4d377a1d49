import type { MigrationInterface, QueryRunner } from 'typeorm';

export const billingTables = {
  // Leases are renewed directly; all money moves through the functions.
  readWrite: ['hold'],
  readOnly: ['account', 'ledger_transaction', 'entry', 'idempotency', 'usage_daily'],
  functions: [
    'reserve_batch(jsonb, int)',
    'commit_batch(jsonb)',
    'post_transaction(uuid, text, text, text, bigint, bigint)',
  ],
};

export class Billing1700000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(RESERVE);
    await runner.query(COMMIT);
    await runner.query(GUARDS);
  }
  down(): Promise<void> {
    throw new Error('migrations only go forward');
  }
}

const TABLES = `
CREATE TABLE account (
  tenant_id uuid PRIMARY KEY REFERENCES tenant (id),
  posted bigint NOT NULL DEFAULT 0 CHECK (posted >= 0),
  held bigint NOT NULL DEFAULT 0,
  CHECK (held BETWEEN 0 AND posted)
);
CREATE TABLE ledger_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  kind text NOT NULL CHECK (kind IN ('credit', 'charge', 'adjust', 'writeoff')),
  reference text NOT NULL,
  note text,
  audit_seq bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, kind, reference)
);
CREATE TABLE entry (
  transaction_id bigint NOT NULL REFERENCES ledger_transaction (id),
  account text NOT NULL,
  amount bigint NOT NULL,
  balance bigint,
  PRIMARY KEY (transaction_id, account)
);
CREATE TABLE hold (
  request_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL REFERENCES tenant (id),
  key_number bigint NOT NULL,
  model text NOT NULL,
  price_id bigint,
  amount bigint NOT NULL CHECK (amount >= 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'voided', 'expired')),
  settled bigint,
  usage_source text,
  context jsonb NOT NULL,
  idempotency_key bytea,
  lease_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resolved_at timestamptz
);
CREATE INDEX hold_open ON hold (lease_until) WHERE state = 'open';
CREATE TABLE idempotency (
  tenant_id uuid NOT NULL,
  key bytea NOT NULL,
  fingerprint bytea NOT NULL,
  request_id uuid NOT NULL,
  reply bytea,
  audit_seq bigint,
  balance bigint,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
CREATE TABLE usage_daily (
  day date NOT NULL, tenant_id uuid NOT NULL, key_number bigint NOT NULL, model text NOT NULL,
  requests bigint NOT NULL, tokens_in bigint NOT NULL, tokens_out bigint NOT NULL, cost bigint NOT NULL, entities bigint NOT NULL,
  PRIMARY KEY (day, tenant_id, key_number, model)
);`;

const RESERVE = `
CREATE FUNCTION reserve_batch(items jsonb, lease_seconds int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  item jsonb; result jsonb := '[]'; prior idempotency%ROWTYPE; acc account%ROWTYPE; now_at timestamptz := clock_timestamp();
BEGIN
  PERFORM 1 FROM account WHERE tenant_id IN (SELECT (i->>'tenant')::uuid FROM jsonb_array_elements(items) i) ORDER BY tenant_id FOR UPDATE;
  FOR item IN SELECT * FROM jsonb_array_elements(items) LOOP
    IF item->>'idem' IS NOT NULL THEN
      DELETE FROM idempotency WHERE tenant_id = (item->>'tenant')::uuid AND key = decode(item->>'idem', 'hex') AND expires_at < now_at;
      SELECT * INTO prior FROM idempotency WHERE tenant_id = (item->>'tenant')::uuid AND key = decode(item->>'idem', 'hex');
      IF FOUND THEN
        result := result || jsonb_build_array(CASE
          WHEN prior.fingerprint <> decode(item->>'fingerprint', 'hex') THEN jsonb_build_object('outcome', 'mismatch')
          WHEN prior.reply IS NULL THEN jsonb_build_object('outcome', 'in_flight')
          ELSE jsonb_build_object('outcome', 'replay', 'request_id', prior.request_id, 'reply', encode(prior.reply, 'base64'),
            'seq', prior.audit_seq::text, 'balance', prior.balance::text,
            'head', (SELECT encode(head, 'hex') FROM audit_record WHERE seq = prior.audit_seq)) END);
        CONTINUE;
      END IF;
    END IF;
    SELECT * INTO acc FROM account WHERE tenant_id = (item->>'tenant')::uuid;
    IF NOT FOUND OR acc.posted - acc.held < (item->>'amount')::bigint THEN
      result := result || jsonb_build_array(jsonb_build_object('outcome', 'insufficient', 'available', COALESCE(acc.posted - acc.held, 0)::text));
      CONTINUE;
    END IF;
    UPDATE account SET held = held + (item->>'amount')::bigint WHERE tenant_id = acc.tenant_id;
    INSERT INTO hold (request_id, tenant_id, key_number, model, price_id, amount, context, idempotency_key, lease_until)
    VALUES ((item->>'request_id')::uuid, acc.tenant_id, (item->>'key')::bigint, item->>'model', (item->>'price_id')::bigint,
      (item->>'amount')::bigint, item->'context', decode(item->>'idem', 'hex'), now_at + make_interval(secs => lease_seconds));
    IF item->>'idem' IS NOT NULL THEN
      INSERT INTO idempotency (tenant_id, key, fingerprint, request_id, expires_at)
      VALUES (acc.tenant_id, decode(item->>'idem', 'hex'), decode(item->>'fingerprint', 'hex'), (item->>'request_id')::uuid, now_at + interval '24 hours');
    END IF;
    result := result || jsonb_build_array(jsonb_build_object('outcome', 'reserved'));
  END LOOP;
  RETURN result;
END $$;`;

const COMMIT = `
CREATE FUNCTION post_entries(tx bigint, tenant uuid, counterpart text, amount bigint) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE after bigint;
BEGIN
  UPDATE account SET posted = posted + amount WHERE tenant_id = tenant RETURNING posted INTO after;
  INSERT INTO entry (transaction_id, account, amount, balance)
  VALUES (tx, 'tenant:' || tenant, amount, after), (tx, counterpart, -amount, NULL);
  RETURN after;
END $$;

CREATE FUNCTION commit_batch(items jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  item jsonb; res jsonb; h hold%ROWTYPE; results jsonb := '[]'; pending jsonb := '[]';
  n bigint; hd bytea; lf bytea; tx bigint; bal bigint; charge bigint; loss bigint; ok boolean; at_time timestamptz := clock_timestamp(); idx int := -1;
BEGIN
  PERFORM 1 FROM account WHERE tenant_id IN (
    SELECT hold.tenant_id FROM hold WHERE request_id IN (SELECT (i->'resolution'->>'request_id')::uuid FROM jsonb_array_elements(items) i)
  ) ORDER BY tenant_id FOR UPDATE;
  SELECT seq, head INTO n, hd FROM audit_head WHERE id = 1 FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the audit log has no genesis'; END IF;
  FOR item IN SELECT * FROM jsonb_array_elements(items) LOOP
    res := item->'resolution'; ok := true; bal := NULL;
    IF res IS NOT NULL AND res <> 'null'::jsonb THEN
      UPDATE hold SET
        state = CASE res->>'kind' WHEN 'settle' THEN 'settled' WHEN 'void' THEN 'voided' ELSE 'expired' END,
        settled = CASE res->>'kind' WHEN 'settle' THEN LEAST((res->>'charge')::bigint, amount) END,
        usage_source = res->>'usage_source', resolved_at = at_time
      WHERE request_id = (res->>'request_id')::uuid AND state = 'open'
        AND (res->>'kind' <> 'expire' OR lease_until < at_time)
      RETURNING * INTO h;
      ok := FOUND;
      IF ok THEN
        UPDATE account SET held = held - h.amount WHERE tenant_id = h.tenant_id RETURNING posted INTO bal;
        IF res->>'kind' = 'settle' THEN
          charge := h.settled; loss := (res->>'writeoff')::bigint;
          IF charge > 0 THEN
            INSERT INTO ledger_transaction (tenant_id, kind, reference, audit_seq, at)
            VALUES (h.tenant_id, 'charge', h.request_id::text, n + 1, at_time) RETURNING id INTO tx;
            bal := post_entries(tx, h.tenant_id, 'revenue', -charge);
          END IF;
          IF loss > 0 THEN
            INSERT INTO ledger_transaction (tenant_id, kind, reference, audit_seq, at)
            VALUES (h.tenant_id, 'writeoff', h.request_id::text, n + 1, at_time) RETURNING id INTO tx;
            INSERT INTO entry (transaction_id, account, amount) VALUES (tx, 'writeoff', -loss), (tx, 'revenue', loss);
          END IF;
          INSERT INTO usage_daily AS u VALUES ((at_time AT TIME ZONE 'Asia/Shanghai')::date, h.tenant_id, h.key_number, h.model, 1,
            (res->>'tokens_in')::bigint, (res->>'tokens_out')::bigint, charge, (res->>'entities')::bigint)
          ON CONFLICT (day, tenant_id, key_number, model) DO UPDATE SET requests = u.requests + 1,
            tokens_in = u.tokens_in + excluded.tokens_in, tokens_out = u.tokens_out + excluded.tokens_out,
            cost = u.cost + excluded.cost, entities = u.entities + excluded.entities;
        END IF;
        IF h.idempotency_key IS NOT NULL THEN
          IF res->>'kind' = 'settle' AND res->>'reply' IS NOT NULL THEN
            UPDATE idempotency SET reply = decode(res->>'reply', 'base64'), audit_seq = n + 1, balance = bal WHERE tenant_id = h.tenant_id AND key = h.idempotency_key;
          ELSE
            DELETE FROM idempotency WHERE tenant_id = h.tenant_id AND key = h.idempotency_key;
          END IF;
        END IF;
      END IF;
    END IF;
    IF NOT ok THEN
      results := results || jsonb_build_array(jsonb_build_object('appended', false));
      CONTINUE;
    END IF;
    n := n + 1;
    lf := sha256('\\x00'::bytea || convert_to(item->>'bytes', 'UTF8'));
    hd := sha256(convert_to(E'gw-audit-chain/v1\\n', 'UTF8') || int8send(n) || hd || lf);
    INSERT INTO audit_record (seq, request_id, kind, tenant_id, recorded_at, bytes, leaf, head)
    VALUES (n, (item->>'request_id')::uuid, item->>'kind', (item->>'tenant')::uuid, at_time, item->>'bytes', lf, hd);
    results := results || jsonb_build_array(jsonb_build_object('appended', true, 'seq', n::text, 'head', encode(hd, 'hex'), 'balance', bal::text));
  END LOOP;
  UPDATE audit_head SET seq = n, head = hd, recorded_at = at_time WHERE id = 1;
  RETURN results;
END $$;`;
const GUARDS = `
CREATE FUNCTION post_transaction(tenant uuid, tx_kind text, tx_reference text, tx_note text, amount bigint, balance_max bigint) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE prior bigint; acc account%ROWTYPE; tx bigint; after bigint;
BEGIN
  INSERT INTO account (tenant_id) VALUES (tenant) ON CONFLICT DO NOTHING;
  SELECT * INTO acc FROM account WHERE tenant_id = tenant FOR UPDATE;
  SELECT id INTO prior FROM ledger_transaction WHERE tenant_id = tenant AND kind = tx_kind AND reference = tx_reference;
  IF FOUND THEN RETURN jsonb_build_object('outcome', 'known', 'id', prior::text); END IF;
  IF acc.posted + amount < acc.held THEN RETURN jsonb_build_object('outcome', 'insufficient'); END IF;
  IF acc.posted + amount > balance_max THEN RETURN jsonb_build_object('outcome', 'too_large'); END IF;
  INSERT INTO ledger_transaction (tenant_id, kind, reference, note) VALUES (tenant, tx_kind, tx_reference, tx_note) RETURNING id INTO tx;
  after := post_entries(tx, tenant, 'cash', amount);
  RETURN jsonb_build_object('outcome', 'posted', 'id', tx::text);
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION head_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id <> OLD.id OR NEW.seq < OLD.seq OR (NEW.seq = OLD.seq AND NEW.head <> OLD.head) THEN
    RAISE EXCEPTION 'the audit head only moves forward' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER forward_only BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION head_moves_forward();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION reserve_batch(jsonb, int), commit_batch(jsonb), post_entries(bigint, uuid, text, bigint),
  post_transaction(uuid, text, text, text, bigint, bigint) FROM PUBLIC;
`;
