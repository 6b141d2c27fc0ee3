-- The audit trail of the ledger service: which account staff blocked or opened again, who and why.

CREATE TABLE ledger.audit_events (
  id uuid PRIMARY KEY,
  tenant_id uuid,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor text NOT NULL,
  actor_name text,
  reason text,
  cause text,
  data jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX audit_events_of_tenant ON ledger.audit_events (tenant_id, at DESC, id DESC);

GRANT SELECT, INSERT ON ledger.audit_events TO probity_ledger;
GRANT SELECT ON ledger.audit_events TO probity_back_office;

-- Emergency access that was ended before its time.
ALTER TABLE back_office.emergency_access ADD COLUMN ended_at timestamptz;
