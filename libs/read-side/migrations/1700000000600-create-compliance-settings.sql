-- Every version of every tenant's settings, and the audit trail of them, projected from the tenant's events.

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

CREATE TABLE back_office.compliance_settings (
  tenant_id uuid NOT NULL REFERENCES back_office.tenants,
  version integer NOT NULL,
  settings jsonb NOT NULL,
  reason text NOT NULL,
  officer text NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, version)
);

CREATE TABLE back_office.audit_events (
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
CREATE INDEX audit_events_of_tenant ON back_office.audit_events (tenant_id, at DESC, id DESC);

GRANT USAGE ON SCHEMA back_office TO probity_customer_risk, probity_pipeline;
GRANT SELECT, INSERT, DELETE ON back_office.compliance_settings, back_office.audit_events
  TO probity_back_office;
GRANT SELECT ON back_office.audit_events TO probity_gateway;
GRANT SELECT ON back_office.compliance_settings
  TO probity_customer_risk, probity_pipeline, probity_gateway;
