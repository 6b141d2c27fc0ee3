-- What the ledger service projects from its events, and what it keeps besides: signing keys and
-- claimed account codes are not projections and survive a rebuild.
--
-- `revision` is the stream revision that a row reflects.

CREATE SCHEMA ledger;

CREATE TABLE ledger.ledgers (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  description text,
  metadata json,
  signing_key_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  revision bigint NOT NULL,
  head_position bigint NOT NULL,
  head_hash bytea NOT NULL,
  last_posted_at timestamptz
) WITH (fillfactor = 50);
CREATE INDEX ledgers_of_tenant ON ledger.ledgers (tenant_id, created_at, id);

CREATE TABLE ledger.accounts (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  ledger_id uuid NOT NULL REFERENCES ledger.ledgers,
  code text COLLATE "C" NOT NULL,
  name text NOT NULL,
  account_type text NOT NULL,
  external_ref text,
  metadata json,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  opened_revision bigint NOT NULL,
  revision bigint NOT NULL,
  debit_total numeric NOT NULL,
  credit_total numeric NOT NULL,
  entry_count bigint NOT NULL,
  last_activity_at timestamptz,
  UNIQUE (tenant_id, code),
  UNIQUE (ledger_id, opened_revision)
) WITH (fillfactor = 50);

CREATE TABLE ledger.transactions (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  ledger_id uuid NOT NULL,
  position bigint NOT NULL,
  reference text,
  amount_minor numeric NOT NULL,
  idempotency_key text COLLATE "C",
  previous_hash bytea NOT NULL,
  transaction_hash bytea NOT NULL,
  posted_at timestamptz NOT NULL,
  revision bigint NOT NULL,
  UNIQUE (ledger_id, position)
);
CREATE UNIQUE INDEX transactions_by_idempotency_key
  ON ledger.transactions (ledger_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE TABLE ledger.entries (
  transaction_id uuid NOT NULL,
  line integer NOT NULL,
  account_id uuid NOT NULL,
  debit numeric NOT NULL,
  credit numeric NOT NULL,
  PRIMARY KEY (transaction_id, line)
);

CREATE TABLE ledger.signing_keys (
  id uuid PRIMARY KEY,
  ledger_id uuid NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ledger.master_key_check (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sealed bytea NOT NULL
);

CREATE TABLE ledger.account_codes (
  tenant_id uuid NOT NULL,
  code text COLLATE "C" NOT NULL,
  ledger_id uuid NOT NULL,
  account_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, code)
);

GRANT USAGE ON SCHEMA ledger TO probity_ledger, probity_gateway, probity_back_office;
GRANT SELECT, INSERT, UPDATE, DELETE
  ON ledger.ledgers, ledger.accounts, ledger.transactions, ledger.entries TO probity_ledger;
GRANT SELECT, INSERT ON ledger.signing_keys, ledger.master_key_check, ledger.account_codes TO probity_ledger;
GRANT SELECT ON ledger.ledgers, ledger.accounts, ledger.transactions, ledger.entries TO probity_gateway;
GRANT SELECT ON ledger.ledgers, ledger.accounts TO probity_back_office;

GRANT USAGE ON SCHEMA event_store TO probity_ledger;
GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO probity_ledger;
CREATE POLICY probity_ledger_streams ON event_store.events TO probity_ledger
  USING (stream LIKE 'ledger-%') WITH CHECK (stream LIKE 'ledger-%');
