-- Signing keys are in events, and their rows are a projection. The ledger service records the keys of older versions at
-- its next start. Until then their rows have no revision.
ALTER TABLE ledger.signing_keys ADD COLUMN revision bigint;
GRANT UPDATE (revision) ON ledger.signing_keys TO probity_ledger;
CREATE POLICY probity_ledger_signing_keys ON event_store.events TO probity_ledger
  USING (stream LIKE 'signing-key-%') WITH CHECK (stream LIKE 'signing-key-%');
