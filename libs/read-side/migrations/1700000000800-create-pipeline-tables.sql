-- What the pipeline keeps of ingested events.
--
-- `inbox` is a queue: an event is in it from its 202 until it has an outcome, and leaves it in the
-- transaction that stores the outcome. So it stays small however much was processed, and
-- `processed_events` is only ever added to.
--
-- `subjects` are what events stay in order with: a customer, or a reference that no customer has yet.
-- Whoever processes events of a subject holds its row locked; `version` goes up with each batch, so that
-- what is remembered of a subject in memory can be checked.

-- For databases that were made before a role was added.
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY[
    'probity_ledger', 'probity_gateway', 'probity_back_office', 'probity_relay',
    'probity_customer_risk', 'probity_pipeline', 'probity_webhook_dispatcher'
  ] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', role);
  END LOOP;
END $$;

CREATE SCHEMA pipeline;

CREATE TABLE pipeline.inbox (
  event_id uuid PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id uuid NOT NULL,
  event_type text NOT NULL,
  payload json NOT NULL,
  subject text COLLATE "C" NOT NULL,
  customer_id uuid,
  status text NOT NULL CHECK (status IN ('pending', 'unresolved', 'dead')),
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  received_at timestamptz NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
CREATE INDEX inbox_pending ON pipeline.inbox (position) WHERE status = 'pending';
CREATE INDEX inbox_of_subject ON pipeline.inbox (subject, position);
CREATE INDEX inbox_of_tenant ON pipeline.inbox (tenant_id, event_id);

CREATE TABLE pipeline.subjects (
  subject text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0,
  transaction_count bigint NOT NULL DEFAULT 0,
  last_activity_at timestamptz,
  alerted json NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);
COMMENT ON COLUMN pipeline.subjects.alerted IS 'when each monitoring rule last raised an alert: {rule id: ISO time}';

CREATE TABLE pipeline.processed_events (
  tenant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  customer_id uuid NOT NULL,
  payload json NOT NULL,
  stages json NOT NULL,
  alert_ids uuid[] NOT NULL,
  duplicate_of uuid,
  received_at timestamptz NOT NULL,
  processed_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  transaction_id text COLLATE "C",
  amount numeric,
  currency text,
  direction text,
  method text,
  counterparty text,
  counterparty_country text,
  channel text,
  account_ref text,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE UNIQUE INDEX processed_transactions ON pipeline.processed_events (tenant_id, transaction_id)
  WHERE transaction_id IS NOT NULL;
CREATE INDEX processed_events_of_customer ON pipeline.processed_events (customer_id, occurred_at);
COMMENT ON COLUMN pipeline.processed_events.transaction_id IS
  'null on what is no transaction, and on one that another event brought first (duplicate_of)';

CREATE VIEW pipeline.transactions AS
  SELECT tenant_id, customer_id, transaction_id, event_id, event_type, occurred_at, amount, currency, direction,
    method, counterparty, counterparty_country, channel, account_ref, payload
  FROM pipeline.processed_events WHERE transaction_id IS NOT NULL;

GRANT USAGE ON SCHEMA pipeline TO probity_pipeline, probity_gateway, probity_back_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON pipeline.inbox TO probity_pipeline;
GRANT SELECT, INSERT, UPDATE ON pipeline.subjects TO probity_pipeline;
GRANT SELECT, INSERT ON pipeline.processed_events TO probity_pipeline;
GRANT SELECT ON pipeline.transactions TO probity_pipeline;
GRANT SELECT ON pipeline.inbox, pipeline.processed_events TO probity_gateway, probity_back_office;

GRANT USAGE ON SCHEMA event_store TO probity_pipeline;
GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO probity_pipeline;
CREATE POLICY probity_pipeline_streams ON event_store.events TO probity_pipeline
  USING (stream LIKE 'watchlist-%' OR stream LIKE 'monitoring-rule-%') WITH CHECK (stream LIKE 'watchlist-%' OR stream LIKE 'monitoring-rule-%');

GRANT USAGE ON SCHEMA event_store TO probity_pipeline;
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_pipeline;
CREATE POLICY probity_pipeline_checkpoints ON event_store.checkpoints TO probity_pipeline
  USING (starts_with(follower, 'projection-pipeline')) WITH CHECK (starts_with(follower, 'projection-pipeline'));
