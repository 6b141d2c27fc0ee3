-- When and from where each API key was last used. Gateways write it once a minute. No event restores it, and a rebuild
-- keeps it, so it refers to no projection. A key without a row was never used, or not since this table exists.

CREATE TABLE gateway.api_key_uses (
  key_id text COLLATE "C" PRIMARY KEY,
  last_used_at timestamptz NOT NULL,
  last_used_from text NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON gateway.api_key_uses TO probity_gateway;
GRANT USAGE ON SCHEMA gateway TO probity_back_office;
GRANT SELECT ON gateway.api_key_uses TO probity_back_office;
