-- The back office signs API keys, and a key whose signature does not hold grants nothing. Keys of older versions are
-- signed at the first start.
ALTER TABLE back_office.api_keys ADD COLUMN granted_until timestamptz, ADD COLUMN signature text;
COMMENT ON COLUMN back_office.api_keys.granted_until IS 'the end that is signed; expires_at is earlier after a rotation';

-- Which keys were revoked or replaced, in one signed text, so that a changed or deleted row does not revive a key.
CREATE TABLE back_office.ended_api_keys (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  statement text NOT NULL,
  signature text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON back_office.ended_api_keys TO probity_back_office;
GRANT SELECT ON back_office.ended_api_keys TO probity_gateway;

-- Rows that Probity did not write are reported like contradictions.
GRANT EXECUTE ON FUNCTION platform.report_contradiction TO probity_gateway, probity_webhook_dispatcher;

-- The stream with the keys of older versions that may be signed once.
CREATE POLICY probity_back_office_api_key_grants ON event_store.events TO probity_back_office
  USING (stream LIKE 'api-key-grants-%') WITH CHECK (stream LIKE 'api-key-grants-%');
