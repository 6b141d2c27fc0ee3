-- The back office signs sessions of staff. Those of an older version are not signed, so their people sign in again.
ALTER TABLE back_office.sessions ADD COLUMN signature text;
COMMENT ON COLUMN back_office.sessions.signature IS 'of the back office, over what the session grants; base64';
UPDATE back_office.sessions SET ended_at = now() WHERE ended_at IS NULL;

-- Where the event is that the row is compared with.
ALTER TABLE back_office.emergency_access ADD COLUMN revision bigint;
COMMENT ON COLUMN back_office.emergency_access.revision IS 'of the event in the stream of the tenant that opened it';
