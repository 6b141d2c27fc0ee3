-- What providers reported about customers, from the customers' streams.

CREATE TABLE customer_risk.provider_signals (
  customer_id uuid NOT NULL,
  signal_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  plugin text NOT NULL,
  plugin_version text NOT NULL,
  event_source text NOT NULL,
  occurred_at timestamptz NOT NULL,
  kyc_status text,
  kyc_reason text,
  effect text NOT NULL,
  metadata json NOT NULL,
  payload_sha256 text NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, signal_id)
);
CREATE INDEX provider_signals_of_customer
  ON customer_risk.provider_signals (customer_id, occurred_at DESC, signal_id DESC);
CREATE INDEX provider_decisions_of_customer
  ON customer_risk.provider_signals (customer_id, occurred_at DESC, signal_id DESC) WHERE kyc_status IS NOT NULL;

GRANT SELECT, INSERT ON customer_risk.provider_signals TO probity_customer_risk;
GRANT SELECT ON customer_risk.provider_signals TO probity_gateway, probity_back_office, probity_pipeline;
