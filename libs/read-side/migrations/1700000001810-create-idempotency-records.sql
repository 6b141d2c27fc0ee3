-- Results of operations that callers may repeat with the same Idempotency-Key: one table for each service that
-- carries out operations. They are no events, and a rebuild does not restore them: for 24 hours after a loss of the
-- database, a repeated request counts as a new one. See docs/adr/0019-idempotency-keys.md.
DO $$
DECLARE
  owner record;
BEGIN
  FOR owner IN
    SELECT * FROM (VALUES
      ('back_office', 'probity_back_office'),
      ('customer_risk', 'probity_customer_risk'),
      ('ledger', 'probity_ledger'),
      ('pipeline', 'probity_pipeline'),
      ('webhooks', 'probity_webhook_dispatcher')
    ) AS owners (schema, role)
  LOOP
    EXECUTE format(
      'CREATE TABLE %I.idempotency_records (
         key_hash bytea PRIMARY KEY,
         fingerprint bytea NOT NULL,
         operation_id uuid NOT NULL,
         given bytea,
         result bytea,
         lease_until timestamptz NOT NULL,
         expires_at timestamptz NOT NULL,
         CHECK ((given IS NULL) <> (result IS NULL))
       )', owner.schema);
    EXECUTE format('COMMENT ON COLUMN %I.idempotency_records.key_hash IS %L', owner.schema,
      'SHA-256 of the scope, the operation and the key');
    EXECUTE format('COMMENT ON COLUMN %I.idempotency_records.fingerprint IS %L', owner.schema,
      'SHA-256 of the canonical request');
    EXECUTE format('COMMENT ON COLUMN %I.idempotency_records.given IS %L', owner.schema,
      'sealed: what the first attempt was given; null when the operation has ended');
    EXECUTE format('COMMENT ON COLUMN %I.idempotency_records.result IS %L', owner.schema,
      'sealed: the reply or the refusal; null while the operation is in progress');
    EXECUTE format('CREATE INDEX ON %I.idempotency_records (expires_at)', owner.schema);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I.idempotency_records TO %I', owner.schema, owner.role);
  END LOOP;
END
$$;
