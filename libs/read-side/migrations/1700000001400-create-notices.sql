-- Messages to staff about Probity itself, and the audit trail of them. Several services raise notices.

CREATE SCHEMA platform;

CREATE TABLE platform.notices (
  id uuid PRIMARY KEY,
  tenant_id uuid,
  kind text NOT NULL,
  subject text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'settled')),
  severity text NOT NULL,
  message text NOT NULL,
  data json NOT NULL,
  occurrence integer NOT NULL,
  raised_at timestamptz NOT NULL,
  settled_at timestamptz,
  settled_by text,
  settled_reason text,
  revision bigint NOT NULL
);
COMMENT ON COLUMN platform.notices.tenant_id IS 'null: the notice concerns all tenants';
CREATE INDEX notices_of_tenant ON platform.notices (tenant_id, raised_at DESC, id DESC);
CREATE INDEX open_notices ON platform.notices (kind) WHERE status = 'open';

CREATE TABLE platform.audit_events (
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
CREATE INDEX audit_events_of_tenant ON platform.audit_events (tenant_id, at DESC, id DESC);

GRANT USAGE ON SCHEMA platform TO probity_pipeline, probity_back_office, probity_gateway;
GRANT SELECT, INSERT, UPDATE ON platform.notices TO probity_pipeline, probity_back_office;
GRANT SELECT, INSERT ON platform.audit_events TO probity_pipeline, probity_back_office;
GRANT SELECT ON platform.audit_events TO probity_gateway;

CREATE POLICY probity_pipeline_notices ON event_store.events TO probity_pipeline
  USING (stream LIKE 'notice-%') WITH CHECK (stream LIKE 'notice-%');
CREATE POLICY probity_back_office_notices ON event_store.events TO probity_back_office
  USING (stream LIKE 'notice-%') WITH CHECK (stream LIKE 'notice-%');
