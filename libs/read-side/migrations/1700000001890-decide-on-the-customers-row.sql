-- A decision about a customer reads its row instead of its whole stream, which may be long. For that the row also has
-- who decided the KYC status, and `event_effects` has which events of the stream an ingested event caused, so that the
-- same event is not applied twice. When `decided_revision` is not `revision`, an earlier version of Probity wrote the row
-- last; customer-risk completes it from the stream when it next decides about the customer.

ALTER TABLE customer_risk.customers
  ADD COLUMN kyc_decided_by text,
  ADD COLUMN kyc_baseline text,
  ADD COLUMN kyc_baseline_at timestamptz,
  ADD COLUMN decided_revision bigint;
COMMENT ON COLUMN customer_risk.customers.kyc_decided_by IS 'type of the actor; null: it is the status of the creation';
COMMENT ON COLUMN customer_risk.customers.kyc_baseline IS
  'the status that staff decided last, else that of the creation; decisions of providers since then come after it';
COMMENT ON COLUMN customer_risk.customers.kyc_baseline_at IS 'when staff decided it; null if they never did';
COMMENT ON COLUMN customer_risk.customers.decided_revision IS 'up to which these columns and event_effects are complete';

CREATE TABLE customer_risk.event_effects (
  customer_id uuid NOT NULL,
  event_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  findings bigint,
  first_assessment bigint,
  last_assessment bigint,
  PRIMARY KEY (customer_id, event_id)
);
COMMENT ON TABLE customer_risk.event_effects IS 'revisions of the customer''s events that an ingested event caused';
COMMENT ON COLUMN customer_risk.event_effects.findings IS 'of the CustomerProfileChanged that marks its findings';

GRANT SELECT, INSERT, UPDATE ON customer_risk.event_effects TO probity_customer_risk;
