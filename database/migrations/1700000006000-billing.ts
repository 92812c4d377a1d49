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
-- Decides reservations in their order against a running balance, and writes accounts and holds once for all of them.
-- Plans are kept while the tables grow from nothing, so a plan that reads a whole table must never be made.
CREATE FUNCTION reserve_batch(items jsonb, lease_seconds int) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
DECLARE
  item jsonb;
  prior idempotency%ROWTYPE;
  now_at timestamptz := clock_timestamp();
  available jsonb;
  left_over bigint;
  accepted jsonb := '[]';
  results jsonb[] := '{}';
BEGIN
  PERFORM 1 FROM account
    WHERE tenant_id IN (SELECT (i->>'tenant')::uuid FROM jsonb_array_elements(items) i) ORDER BY tenant_id FOR UPDATE;
  SELECT COALESCE(jsonb_object_agg(tenant_id, posted - held), '{}') INTO available FROM account
    WHERE tenant_id IN (SELECT (i->>'tenant')::uuid FROM jsonb_array_elements(items) i);

  FOR item IN SELECT * FROM jsonb_array_elements(items) LOOP
    IF item->>'idem' IS NOT NULL THEN
      DELETE FROM idempotency
        WHERE tenant_id = (item->>'tenant')::uuid AND key = decode(item->>'idem', 'hex') AND expires_at < now_at;
      SELECT * INTO prior FROM idempotency
        WHERE tenant_id = (item->>'tenant')::uuid AND key = decode(item->>'idem', 'hex');
      IF FOUND THEN
        results := results || CASE
          WHEN prior.fingerprint <> decode(item->>'fingerprint', 'hex') THEN jsonb_build_object('outcome', 'mismatch')
          WHEN prior.reply IS NULL THEN jsonb_build_object('outcome', 'in_flight')
          ELSE jsonb_build_object('outcome', 'replay', 'request_id', prior.request_id, 'reply', encode(prior.reply, 'base64'),
            'seq', prior.audit_seq::text, 'balance', prior.balance::text,
            'head', (SELECT encode(head, 'hex') FROM audit_record WHERE seq = prior.audit_seq)) END;
        CONTINUE;
      END IF;
    END IF;
    left_over := COALESCE((available->>(item->>'tenant'))::bigint, 0) - (item->>'amount')::bigint;
    IF left_over < 0 THEN
      results := results || jsonb_build_object('outcome', 'insufficient',
        'available', COALESCE(available->>(item->>'tenant'), '0'));
      CONTINUE;
    END IF;
    available := jsonb_set(available, ARRAY[item->>'tenant'], to_jsonb(left_over));
    accepted := accepted || jsonb_build_array(item);
    IF item->>'idem' IS NOT NULL THEN
      INSERT INTO idempotency (tenant_id, key, fingerprint, request_id, expires_at)
      VALUES ((item->>'tenant')::uuid, decode(item->>'idem', 'hex'), decode(item->>'fingerprint', 'hex'),
        (item->>'request_id')::uuid, now_at + interval '24 hours');
    END IF;
    results := results || jsonb_build_object('outcome', 'reserved');
  END LOOP;

  UPDATE account a SET held = a.held + t.amount
    FROM (SELECT (i->>'tenant')::uuid AS tenant_id, sum((i->>'amount')::bigint)::bigint AS amount
          FROM jsonb_array_elements(accepted) i GROUP BY 1) t
    WHERE a.tenant_id = t.tenant_id;
  INSERT INTO hold (request_id, tenant_id, key_number, model, price_id, amount, context, idempotency_key, lease_until)
    SELECT (i->>'request_id')::uuid, (i->>'tenant')::uuid, (i->>'key')::bigint, i->>'model', (i->>'price_id')::bigint,
      (i->>'amount')::bigint, i->'context', decode(i->>'idem', 'hex'), now_at + make_interval(secs => lease_seconds)
    FROM jsonb_array_elements(accepted) i;
  RETURN array_to_json(results)::jsonb;
END $$;`;

const COMMIT = `
CREATE TYPE resolved_hold AS (
  ord bigint, request_id uuid, tenant_id uuid, key_number bigint, model text, amount bigint, charge bigint, loss bigint,
  kind text, tokens_in bigint, tokens_out bigint, entities bigint, idempotency_key bytea, reply text
);

-- One commit for many finished operations: resolves their holds, writes the ledger, moves each account once, and
-- appends their records. Locks accounts in the order of their ids and the audit head last. An item whose hold is not
-- open any more changes nothing and appends nothing.
CREATE FUNCTION commit_batch(items jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
DECLARE
  at_time timestamptz := clock_timestamp();
  resolved resolved_hold[];
  ords bigint[] := '{}'; seqs bigint[] := '{}'; leaves bytea[] := '{}'; heads bytea[] := '{}';
  n bigint; hd bytea; lf bytea; ord bigint; item jsonb;
  balance_ords bigint[]; balances bigint[];
  results jsonb;
BEGIN
  PERFORM 1 FROM account WHERE tenant_id IN (
    SELECT h.tenant_id FROM hold h
    WHERE h.request_id IN (SELECT (i->'resolution'->>'request_id')::uuid FROM jsonb_array_elements(items) i)
  ) ORDER BY tenant_id FOR UPDATE;

  WITH wanted AS (
    SELECT DISTINCT ON (q.r->>'request_id') q.o, q.r
    FROM (SELECT x.o, x.i->'resolution' AS r FROM jsonb_array_elements(items) WITH ORDINALITY AS x(i, o)) q
    WHERE jsonb_typeof(q.r) = 'object' ORDER BY q.r->>'request_id', q.o
  ), done AS (
    UPDATE hold h SET
      state = CASE w.r->>'kind' WHEN 'settle' THEN 'settled' WHEN 'void' THEN 'voided' ELSE 'expired' END,
      settled = CASE w.r->>'kind' WHEN 'settle' THEN LEAST((w.r->>'charge')::bigint, h.amount) END,
      usage_source = w.r->>'usage_source', resolved_at = at_time
    FROM wanted w
    WHERE h.request_id = (w.r->>'request_id')::uuid AND h.state = 'open'
      AND (w.r->>'kind' <> 'expire' OR h.lease_until < at_time)
    RETURNING ROW(w.o, h.request_id, h.tenant_id, h.key_number, h.model, h.amount, COALESCE(h.settled, 0),
      COALESCE((w.r->>'writeoff')::bigint, 0), w.r->>'kind', (w.r->>'tokens_in')::bigint, (w.r->>'tokens_out')::bigint,
      (w.r->>'entities')::bigint, h.idempotency_key, w.r->>'reply')::resolved_hold AS hold
  )
  SELECT COALESCE(array_agg(done.hold), '{}') INTO resolved FROM done;

  SELECT seq, head INTO n, hd FROM audit_head WHERE id = 1 FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'the audit log has no genesis'; END IF;
  FOR item, ord IN
    SELECT x.i, x.o FROM jsonb_array_elements(items) WITH ORDINALITY AS x(i, o)
    WHERE jsonb_typeof(x.i->'resolution') IS DISTINCT FROM 'object' OR x.o IN (SELECT u.ord FROM unnest(resolved) u)
    ORDER BY x.o
  LOOP
    n := n + 1;
    lf := sha256('\\x00'::bytea || convert_to(item->>'bytes', 'UTF8'));
    hd := sha256(convert_to(E'gw-audit-chain/v1\\n', 'UTF8') || int8send(n) || hd || lf);
    ords := ords || ord; seqs := seqs || n; leaves := leaves || lf; heads := heads || hd;
  END LOOP;

  IF cardinality(resolved) > 0 THEN
    WITH r AS MATERIALIZED (
      SELECT u.*, s.seq FROM unnest(resolved) u JOIN unnest(ords, seqs) AS s(ord, seq) ON s.ord = u.ord
    ), moved AS (
      UPDATE account a SET posted = a.posted - t.charge, held = a.held - t.amount
      FROM (SELECT r.tenant_id, sum(r.charge)::bigint AS charge, sum(r.amount)::bigint AS amount FROM r GROUP BY 1) t
      WHERE a.tenant_id = t.tenant_id
      RETURNING a.tenant_id, a.posted + t.charge AS posted_before
    ), balance AS MATERIALIZED (
      SELECT r.ord, (m.posted_before - sum(r.charge) OVER (PARTITION BY r.tenant_id ORDER BY r.ord))::bigint AS after
      FROM r JOIN moved m ON m.tenant_id = r.tenant_id
    ), posted AS (
      INSERT INTO ledger_transaction (tenant_id, kind, reference, audit_seq, at)
      SELECT t.tenant_id, t.kind, t.request_id::text, t.seq, at_time FROM (
        SELECT r.ord, r.tenant_id, 'charge' AS kind, r.request_id, r.seq FROM r WHERE r.charge > 0
        UNION ALL SELECT r.ord, r.tenant_id, 'writeoff', r.request_id, r.seq FROM r WHERE r.loss > 0
      ) t ORDER BY t.ord, t.kind
      RETURNING id, tenant_id, kind, reference
    ), legs AS (
      INSERT INTO entry (transaction_id, account, amount, balance)
      SELECT p.id, leg.account, leg.amount, leg.balance
      FROM posted p JOIN r ON r.request_id::text = p.reference JOIN balance b ON b.ord = r.ord
      CROSS JOIN LATERAL (VALUES
        ('charge', 'tenant:' || r.tenant_id, -r.charge, b.after),
        ('charge', 'revenue', r.charge, NULL),
        ('writeoff', 'writeoff', -r.loss, NULL),
        ('writeoff', 'revenue', r.loss, NULL)
      ) AS leg(kind, account, amount, balance)
      WHERE leg.kind = p.kind
    ), rolled_up AS (
      INSERT INTO usage_daily AS u (day, tenant_id, key_number, model, requests, tokens_in, tokens_out, cost, entities)
      SELECT (at_time AT TIME ZONE 'Asia/Shanghai')::date, r.tenant_id, r.key_number, r.model, count(*), sum(r.tokens_in),
        sum(r.tokens_out), sum(r.charge), sum(r.entities)
      FROM r WHERE r.kind = 'settle' GROUP BY r.tenant_id, r.key_number, r.model
      ON CONFLICT (day, tenant_id, key_number, model) DO UPDATE SET requests = u.requests + excluded.requests,
        tokens_in = u.tokens_in + excluded.tokens_in, tokens_out = u.tokens_out + excluded.tokens_out,
        cost = u.cost + excluded.cost, entities = u.entities + excluded.entities
    ), answered AS (
      UPDATE idempotency i SET reply = decode(r.reply, 'base64'), audit_seq = r.seq, balance = b.after
      FROM r JOIN balance b ON b.ord = r.ord
      WHERE i.tenant_id = r.tenant_id AND i.key = r.idempotency_key AND r.kind = 'settle' AND r.reply IS NOT NULL
    ), unanswered AS (
      DELETE FROM idempotency i USING r
      WHERE i.tenant_id = r.tenant_id AND i.key = r.idempotency_key AND (r.kind <> 'settle' OR r.reply IS NULL)
    )
    SELECT array_agg(b.ord), array_agg(b.after) INTO balance_ords, balances FROM balance b;
  END IF;

  INSERT INTO audit_record (seq, request_id, kind, tenant_id, recorded_at, bytes, leaf, head)
    SELECT s.seq, (x.i->>'request_id')::uuid, x.i->>'kind', (x.i->>'tenant')::uuid, at_time, x.i->>'bytes', s.leaf, s.head
    FROM unnest(ords, seqs, leaves, heads) AS s(ord, seq, leaf, head)
    JOIN jsonb_array_elements(items) WITH ORDINALITY AS x(i, o) ON x.o = s.ord;
  UPDATE audit_head SET seq = n, head = hd, recorded_at = at_time WHERE id = 1;

  SELECT jsonb_agg(CASE
      WHEN s.ord IS NULL THEN jsonb_build_object('appended', false)
      ELSE jsonb_build_object('appended', true, 'seq', s.seq::text, 'head', encode(s.head, 'hex'), 'balance', b.after::text)
    END ORDER BY x.o) INTO results
  FROM generate_series(1, jsonb_array_length(items)) AS x(o)
  LEFT JOIN unnest(ords, seqs, heads) AS s(ord, seq, head) ON s.ord = x.o
  LEFT JOIN unnest(balance_ords, balances) AS b(ord, after) ON b.ord = x.o;
  RETURN results;
END $$;

CREATE FUNCTION post_entries(tx bigint, tenant uuid, counterpart text, amount bigint) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE after bigint;
BEGIN
  UPDATE account SET posted = posted + amount WHERE tenant_id = tenant RETURNING posted INTO after;
  INSERT INTO entry (transaction_id, account, amount, balance)
  VALUES (tx, 'tenant:' || tenant, amount, after), (tx, counterpart, -amount, NULL);
  RETURN after;
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
