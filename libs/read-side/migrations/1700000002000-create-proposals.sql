-- Changes that need two people, and for which changes a tenant needs them. Both are projected from events.

CREATE TABLE back_office.proposals (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  summary text NOT NULL,
  request jsonb NOT NULL,
  request_hash bytea NOT NULL,
  shown jsonb NOT NULL,
  state_hash text NOT NULL,
  reason text NOT NULL,
  status text NOT NULL,
  proposer text NOT NULL,
  proposer_id text NOT NULL,
  decided_by text,
  decided_by_id text,
  decision_reason text,
  decided_at timestamptz,
  failure text,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  settled_at timestamptz,
  revision bigint NOT NULL
);
CREATE INDEX proposals_of_tenant ON back_office.proposals (tenant_id, made_at DESC, id DESC);
CREATE INDEX proposals_to_settle ON back_office.proposals (status, expires_at) WHERE status IN ('pending', 'approved');
COMMENT ON COLUMN back_office.proposals.request_hash IS 'SHA-256 of the request; the same proposer does not propose it twice';

CREATE TABLE back_office.four_eyes_policies (
  tenant_id uuid PRIMARY KEY,
  version integer NOT NULL,
  policy jsonb NOT NULL,
  changed_at timestamptz NOT NULL
);

-- Which changes a request made: the audit trail names the trace of the request that caused each entry.
CREATE INDEX audit_by_cause ON back_office.audit_events (cause) WHERE cause IS NOT NULL;
CREATE INDEX audit_by_cause ON customer_risk.audit_events (cause) WHERE cause IS NOT NULL;
CREATE INDEX audit_by_cause ON pipeline.audit_events (cause) WHERE cause IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON back_office.proposals, back_office.four_eyes_policies TO probity_back_office;

CREATE POLICY probity_back_office_proposals ON event_store.events TO probity_back_office
  USING (stream LIKE 'proposal-%') WITH CHECK (stream LIKE 'proposal-%');
