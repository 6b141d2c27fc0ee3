-- Keys that seal the personal data in events: one for each customer, signal of a provider and backtest. They are no
-- events, because a key must be destroyable; a rebuild does not restore them. Without a row that should be there, its
-- events cannot be read: back this table up together with the events, and keep those backups only as long as the
-- retention allows. See docs/adr/0026-personal-data-is-sealed.md.
--
-- The row of a destroyed key stays, so that no other key is created for the same subject.

CREATE SCHEMA privacy;

CREATE TABLE privacy.data_keys (
  subject uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('customer', 'provider_signal', 'backtest')),
  tenant_id uuid NOT NULL,
  sealed_key bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz,
  CHECK ((sealed_key IS NULL) = (destroyed_at IS NOT NULL))
);
COMMENT ON COLUMN privacy.data_keys.sealed_key IS 'sealed with the key of the installation for personal data';

CREATE INDEX data_keys_by_age ON privacy.data_keys (created_at) WHERE sealed_key IS NOT NULL;

ALTER TABLE privacy.data_keys ENABLE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA privacy TO probity_customer_risk, probity_pipeline, probity_relay;
GRANT SELECT ON privacy.data_keys TO probity_customer_risk, probity_pipeline, probity_relay;
GRANT INSERT (subject, kind, tenant_id, sealed_key) ON privacy.data_keys TO probity_customer_risk, probity_pipeline;
CREATE POLICY data_keys_are_read ON privacy.data_keys FOR SELECT USING (true);
CREATE POLICY customers_get_keys ON privacy.data_keys FOR INSERT TO probity_customer_risk
  WITH CHECK (kind = 'customer');
CREATE POLICY signals_and_backtests_get_keys ON privacy.data_keys FOR INSERT TO probity_pipeline
  WITH CHECK (kind IN ('provider_signal', 'backtest'));
