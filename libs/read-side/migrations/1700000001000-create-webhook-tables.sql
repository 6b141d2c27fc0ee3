-- Endpoints for webhooks, the events that they are told of, and the deliveries.
--
-- A delivery is its own place in the queue: while `due_at` is set it waits for that time. Who sends it writes
-- `lease_until` and a `claim` of its own; when the lease runs out before the outcome is written, another may
-- take it. The lease stands beside `due_at`, so that taking a delivery changes no index.
--
-- Endpoints are rows and not streams of events: an endpoint changes together with its sealed secret and the
-- trail of who did it, in one transaction.

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

CREATE SCHEMA webhooks;

CREATE TABLE webhooks.endpoints (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  label text NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
  status_reason text,
  failing_since timestamptz,
  sealed_secret bytea,
  rotation_id uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((sealed_secret IS NULL) = (status = 'deleted'))
);
COMMENT ON COLUMN webhooks.endpoints.rotation_id IS 'the request that made the present secret';
CREATE INDEX endpoints_of_tenant ON webhooks.endpoints (tenant_id, created_at, id) WHERE status <> 'deleted';

CREATE TABLE webhooks.events (
  event_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  event_type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX events_by_time ON webhooks.events (created_at);
COMMENT ON COLUMN webhooks.events.body IS 'the bytes that are sent and signed';

CREATE TABLE webhooks.deliveries (
  id uuid PRIMARY KEY,
  endpoint_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  due_at timestamptz,
  lease_until timestamptz,
  claim uuid,
  attempt_count integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  response_status integer,
  error text,
  attempts jsonb NOT NULL DEFAULT '[]',
  delivered_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (event_id, endpoint_id),
  CHECK ((claim IS NULL) = (lease_until IS NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
COMMENT ON COLUMN webhooks.deliveries.due_at IS 'null: nothing more is sent';
COMMENT ON COLUMN webhooks.deliveries.failures IS
  'attempts since it was last begun that are known to have failed: its place in the schedule of retries';
CREATE INDEX deliveries_due ON webhooks.deliveries (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_of_endpoint ON webhooks.deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX deliveries_failed ON webhooks.deliveries (endpoint_id, created_at)
  WHERE status = 'failed' AND due_at IS NULL;

CREATE TABLE webhooks.audit_events (
  id uuid PRIMARY KEY,
  tenant_id uuid,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor text NOT NULL,
  reason text,
  cause text,
  data jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX audit_events_of_tenant ON webhooks.audit_events (tenant_id, at DESC, id DESC);
CREATE INDEX audit_events_of_subject ON webhooks.audit_events (tenant_id, subject_id, at DESC, id DESC);

GRANT USAGE ON SCHEMA webhooks TO probity_webhook_dispatcher, probity_gateway, probity_back_office;
GRANT SELECT, INSERT, UPDATE ON webhooks.endpoints TO probity_webhook_dispatcher;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks.events, webhooks.deliveries TO probity_webhook_dispatcher;
GRANT SELECT, INSERT ON webhooks.audit_events TO probity_webhook_dispatcher;
GRANT SELECT (id, tenant_id, label, url, event_types, status, status_reason, failing_since, created_at, updated_at)
  ON webhooks.endpoints TO probity_gateway, probity_back_office;
GRANT SELECT ON webhooks.deliveries TO probity_gateway, probity_back_office;
GRANT SELECT ON webhooks.audit_events TO probity_gateway, probity_back_office;
