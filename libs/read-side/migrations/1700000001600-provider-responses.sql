-- Results of synchronous calls to providers, so that a redelivered event asks only once. A cache: a rebuild loses
-- nothing. `sealed` is the result, encrypted under the master key; it has personal data.
CREATE TABLE pipeline.provider_responses (
  tenant_id uuid NOT NULL,
  key bytea NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
COMMENT ON COLUMN pipeline.provider_responses.key IS 'SHA-256 of the plugin, the version of its configuration, the stage and the request';
CREATE INDEX ON pipeline.provider_responses (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON pipeline.provider_responses TO probity_pipeline;
