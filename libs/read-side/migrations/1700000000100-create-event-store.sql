-- One row an event. `data` is the JSON text as it was written: `jsonb` would reorder keys and
-- rewrite numbers, and evidence should stay as it was. Rows can be added and read, never changed:
-- the roles have no other grant, and a trigger stops even the owner's slips.

CREATE SCHEMA event_store;

CREATE TABLE event_store.events (
  stream text COLLATE "C" NOT NULL,
  revision bigint NOT NULL CHECK (revision >= 0),
  id uuid NOT NULL,
  type text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (stream, revision)
);
CREATE UNIQUE INDEX events_first_of_stream ON event_store.events (stream) WHERE revision = 0;

CREATE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $$;
CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_store.events
  FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_change();

ALTER TABLE event_store.events ENABLE ROW LEVEL SECURITY;
