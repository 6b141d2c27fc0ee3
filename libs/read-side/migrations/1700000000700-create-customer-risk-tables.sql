-- What customer-risk projects from its events: customers, alerts, cases and the audit trail of all
-- three. `claims` are not a projection and survive a rebuild.
--
-- `revision` is the stream revision that a row reflects. Profiles, evidence and whatever else is handed
-- back as it came is `json`, which keeps the text; `jsonb` would reorder keys.

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

CREATE SCHEMA customer_risk;

CREATE TABLE customer_risk.customers (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  email_key text COLLATE "C" NOT NULL,
  external_id text COLLATE "C",
  customer_type text NOT NULL,
  kyc_status text NOT NULL,
  risk_rating text,
  profile json NOT NULL,
  assessment json,
  assessed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
) WITH (fillfactor = 70);
COMMENT ON COLUMN customer_risk.customers.risk_rating IS
  'null until the first assessment is projected; until then the customer is not there for readers';
CREATE INDEX customers_of_tenant ON customer_risk.customers (tenant_id, created_at, id);
CREATE INDEX customers_by_email ON customer_risk.customers (tenant_id, email_key);
CREATE INDEX customers_by_external_id ON customer_risk.customers (tenant_id, external_id, created_at, id);
CREATE INDEX customers_by_type ON customer_risk.customers (tenant_id, customer_type, created_at, id);
CREATE INDEX customers_by_kyc_status ON customer_risk.customers (tenant_id, kyc_status, created_at, id);
CREATE INDEX customers_by_rating ON customer_risk.customers (tenant_id, risk_rating, created_at, id);

CREATE TABLE customer_risk.customer_account_refs (
  customer_id uuid NOT NULL,
  account_ref text COLLATE "C" NOT NULL,
  tenant_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (customer_id, account_ref)
);
COMMENT ON COLUMN customer_risk.customer_account_refs.created_at IS 'of the customer';
CREATE INDEX customers_by_account_ref
  ON customer_risk.customer_account_refs (tenant_id, account_ref, created_at DESC, customer_id DESC);

CREATE TABLE customer_risk.risk_history (
  customer_id uuid NOT NULL,
  revision bigint NOT NULL,
  tenant_id uuid NOT NULL,
  rating_from text,
  rating_to text NOT NULL,
  reason text NOT NULL,
  trigger_type text NOT NULL,
  score integer NOT NULL,
  actor_type text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, revision)
);

CREATE TABLE customer_risk.alerts (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  source text NOT NULL,
  alert_type text NOT NULL,
  severity text NOT NULL,
  title text NOT NULL,
  trigger_ref text NOT NULL,
  metadata json NOT NULL,
  match json,
  list text COLLATE "C",
  entry_id text COLLATE "C",
  evidence json NOT NULL,
  event_id uuid,
  status text NOT NULL,
  resolution text,
  decisions jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX alerts_of_tenant ON customer_risk.alerts (tenant_id, created_at DESC, id DESC);
CREATE INDEX alerts_by_status ON customer_risk.alerts (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX alerts_of_customer ON customer_risk.alerts (customer_id, created_at DESC, id DESC);
CREATE INDEX alerts_by_source ON customer_risk.alerts (tenant_id, source, created_at DESC, id DESC);
CREATE INDEX alerts_by_severity ON customer_risk.alerts (tenant_id, severity, created_at DESC, id DESC);
CREATE INDEX alerts_by_type ON customer_risk.alerts (tenant_id, alert_type, created_at DESC, id DESC);
CREATE INDEX alerts_that_count_always ON customer_risk.alerts (customer_id)
  WHERE status IN ('open', 'escalated') OR resolution = 'confirmed_match';
CREATE INDEX alerts_of_screening ON customer_risk.alerts (customer_id, created_at DESC, id DESC)
  WHERE list IS NOT NULL;
CREATE INDEX alerts_dismissed_pairs ON customer_risk.alerts (customer_id, list, entry_id)
  WHERE status = 'dismissed' AND list IS NOT NULL;

CREATE TABLE customer_risk.cases (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  title text NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  outcome text,
  opened_by text NOT NULL,
  entries jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX cases_of_tenant ON customer_risk.cases (tenant_id, created_at DESC, id DESC);
CREATE INDEX cases_by_status ON customer_risk.cases (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX cases_of_customer ON customer_risk.cases (customer_id, created_at DESC, id DESC);

CREATE TABLE customer_risk.case_alerts (
  alert_id uuid NOT NULL,
  case_id uuid NOT NULL,
  added_at timestamptz NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (alert_id, case_id)
);
CREATE INDEX alerts_of_case ON customer_risk.case_alerts (case_id, position);

CREATE TABLE customer_risk.claims (
  tenant_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  owner uuid NOT NULL,
  token uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  used boolean NOT NULL,
  PRIMARY KEY (tenant_id, name)
);
COMMENT ON TABLE customer_risk.claims IS 'e-mail addresses by customer, and alerts by open case';
CREATE INDEX claims_of_owner ON customer_risk.claims (owner);

CREATE TABLE customer_risk.audit_events (
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
CREATE INDEX audit_events_of_tenant ON customer_risk.audit_events (tenant_id, at DESC, id DESC);
CREATE INDEX audit_events_of_subject
  ON customer_risk.audit_events (tenant_id, subject_id, at DESC, id DESC);
CREATE INDEX audit_events_of_actor ON customer_risk.audit_events (tenant_id, actor, at DESC, id DESC);
CREATE INDEX audit_events_of_action ON customer_risk.audit_events (tenant_id, action, at DESC, id DESC);

GRANT USAGE ON SCHEMA customer_risk
  TO probity_customer_risk, probity_gateway, probity_back_office, probity_pipeline, probity_webhook_dispatcher;
GRANT SELECT, INSERT, UPDATE, DELETE
  ON customer_risk.customers, customer_risk.customer_account_refs, customer_risk.alerts, customer_risk.cases,
    customer_risk.case_alerts, customer_risk.claims
  TO probity_customer_risk;
GRANT SELECT, INSERT ON customer_risk.risk_history, customer_risk.audit_events TO probity_customer_risk;
GRANT SELECT
  ON customer_risk.customers, customer_risk.customer_account_refs, customer_risk.risk_history,
    customer_risk.alerts, customer_risk.cases, customer_risk.case_alerts, customer_risk.audit_events
  TO probity_gateway, probity_back_office;
GRANT SELECT ON customer_risk.customers, customer_risk.customer_account_refs TO probity_pipeline;
GRANT SELECT ON customer_risk.alerts, customer_risk.case_alerts TO probity_pipeline, probity_webhook_dispatcher;

GRANT USAGE ON SCHEMA event_store TO probity_customer_risk;
GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO probity_customer_risk;
CREATE POLICY probity_customer_risk_streams ON event_store.events TO probity_customer_risk
  USING (stream LIKE 'customer-%' OR stream LIKE 'alert-%' OR stream LIKE 'case-%') WITH CHECK (stream LIKE 'customer-%' OR stream LIKE 'alert-%' OR stream LIKE 'case-%');

GRANT USAGE ON SCHEMA event_store TO probity_customer_risk;
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_customer_risk;
CREATE POLICY probity_customer_risk_checkpoints ON event_store.checkpoints TO probity_customer_risk
  USING (starts_with(follower, 'projection-customer-risk')) WITH CHECK (starts_with(follower, 'projection-customer-risk'));
