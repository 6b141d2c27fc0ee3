-- Providers of tenants, their signals, and the raw webhooks.
--
-- `due_at`, `lease_until`, `claim`, `wakes`, `attempts` and `last_error` of a signal are its place in the queue and
-- not part of the projection: the worker writes them. A signal waits for its turn while `due_at` is set. `wakes`
-- counts the requests to match it again, so that none is lost while the worker has it.

CREATE TABLE pipeline.providers (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  plugin text COLLATE "C" NOT NULL,
  plugin_version text NOT NULL,
  stages text[] NOT NULL,
  configuration json NOT NULL,
  secrets text[] NOT NULL,
  sealed_secrets bytea NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'inactive')),
  version integer NOT NULL,
  officer text NOT NULL,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
);
-- Not unique: the id is derived from both. A second unique key would fail when two processes insert the same row.
CREATE INDEX providers_of_tenant ON pipeline.providers (tenant_id, plugin);
COMMENT ON COLUMN pipeline.providers.secrets IS 'names of the secrets that are set';

CREATE TABLE pipeline.provider_signals (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  plugin text COLLATE "C" NOT NULL,
  plugin_version text NOT NULL,
  provider_event_id text NOT NULL,
  event_source text NOT NULL,
  occurred_at timestamptz NOT NULL,
  customer_ref text COLLATE "C",
  account_ref text COLLATE "C",
  customer_id uuid,
  status text NOT NULL CHECK (status IN ('pending', 'applied', 'unresolved')),
  reason text,
  kyc json,
  alert json,
  metadata json NOT NULL,
  effect json,
  payload_sha256 text NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz,
  revision bigint NOT NULL,
  lane text COLLATE "C" NOT NULL,
  due_at timestamptz DEFAULT now(),
  lease_until timestamptz,
  claim uuid,
  wakes integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  last_error text
) WITH (fillfactor = 70);
COMMENT ON COLUMN pipeline.provider_signals.lane IS 'signals with the same lane are applied one after the other';
COMMENT ON COLUMN pipeline.provider_signals.customer_id IS
  'the chosen customer: it is stored before the signal is sent, so that a repetition sends it to the same one';
CREATE INDEX provider_signals_due ON pipeline.provider_signals (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX provider_signals_leased ON pipeline.provider_signals (lane) WHERE lease_until IS NOT NULL;
CREATE INDEX provider_signals_of_tenant ON pipeline.provider_signals (tenant_id, received_at DESC, id DESC);
CREATE INDEX provider_signals_open_by_ref ON pipeline.provider_signals (tenant_id, customer_ref)
  WHERE status <> 'applied';
CREATE INDEX provider_signals_open_by_account ON pipeline.provider_signals (tenant_id, account_ref)
  WHERE status <> 'applied';

CREATE TABLE pipeline.provider_payloads (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  plugin text NOT NULL,
  sha256 text NOT NULL,
  sealed_payload bytea NOT NULL,
  received_at timestamptz NOT NULL,
  kept_until timestamptz NOT NULL
);
CREATE INDEX provider_payloads_by_end ON pipeline.provider_payloads (kept_until);

-- For the match of a signal with a customer.
CREATE INDEX customers_by_provider_ref ON customer_risk.customers (tenant_id, (profile->>'kyc_provider_ref'))
  WHERE profile->>'kyc_provider_ref' IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON pipeline.providers, pipeline.provider_signals TO probity_pipeline;
GRANT SELECT, INSERT, UPDATE, DELETE ON pipeline.provider_payloads TO probity_pipeline;
GRANT SELECT (id, tenant_id, plugin, plugin_version, stages, configuration, secrets, status, version, officer,
    updated_at)
  ON pipeline.providers TO probity_back_office, probity_gateway;
GRANT SELECT ON pipeline.provider_signals TO probity_back_office;

CREATE POLICY probity_pipeline_provider_streams ON event_store.events TO probity_pipeline
  USING (stream LIKE 'provider-%') WITH CHECK (stream LIKE 'provider-%');
