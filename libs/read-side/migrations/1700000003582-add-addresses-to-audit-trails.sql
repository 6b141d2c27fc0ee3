-- The address of the client that caused an entry, from the metadata of its event. Earlier events have none.
ALTER TABLE back_office.audit_events ADD COLUMN address text;
ALTER TABLE customer_risk.audit_events ADD COLUMN address text;
ALTER TABLE ledger.audit_events ADD COLUMN address text;
ALTER TABLE pipeline.audit_events ADD COLUMN address text;
ALTER TABLE platform.audit_events ADD COLUMN address text;
ALTER TABLE webhooks.audit_events ADD COLUMN address text;
