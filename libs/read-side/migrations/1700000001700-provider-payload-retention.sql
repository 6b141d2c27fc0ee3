-- The settings of the tenant say how long the bodies of webhooks are kept, from `received_at`. The end is not stored,
-- so that a change of the settings applies to stored bodies.
ALTER TABLE pipeline.provider_payloads DROP COLUMN kept_until;
CREATE INDEX provider_payloads_by_age ON pipeline.provider_payloads (tenant_id, received_at);
