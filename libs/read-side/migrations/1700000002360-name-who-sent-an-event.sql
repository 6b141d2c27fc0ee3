-- The API key that sent an event, and its label: the audit trail names it for what follows. Null in older rows.
ALTER TABLE pipeline.inbox ADD COLUMN actor text, ADD COLUMN actor_name text;
