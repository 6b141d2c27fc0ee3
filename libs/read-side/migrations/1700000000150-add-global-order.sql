-- Gives events an order over all streams, for those who read the whole store.
--
-- A sequence alone would not do: numbers are drawn before the commit, so a lower one can appear after
-- a higher one was read. (transaction_id, position) is in commit-safe order for everything below the
-- oldest transaction that is still under way; see PostgresEventStore.subscribe. An append is the first
-- write of its transaction, so a later append to the same stream has a higher transaction id.

ALTER TABLE event_store.events
  ADD COLUMN metadata text,
  ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint;
CREATE INDEX events_in_order ON event_store.events (transaction_id, position);

-- Roles of an older installation may insert into every column; the order is not theirs to choose.
DO $$ DECLARE writer text; BEGIN
  FOR writer IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = 'event_store' AND table_name = 'events' AND privilege_type = 'INSERT'
      AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE INSERT ON event_store.events FROM %I', writer);
    EXECUTE format('GRANT INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO %I', writer);
  END LOOP;
END $$;
