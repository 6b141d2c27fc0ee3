-- A claim reads events up to a number of bytes, so that large events of one tenant do not use up memory and time.
ALTER TABLE pipeline.inbox ADD COLUMN bytes integer NOT NULL GENERATED ALWAYS AS (octet_length(payload::text)) STORED;
