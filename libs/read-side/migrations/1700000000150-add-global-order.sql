-- Gives events an order over all streams, for readers of the whole event store.
--
-- A sequence alone is not sufficient: its numbers are assigned before the commit, so a lower number can become visible
-- after a higher one was read. The order (transaction_id, position) is safe for all transactions that are older than
-- the oldest open transaction; see PostgresEventStore.subscribe. An append is the first write of its transaction, so a
-- later append to the same stream has a higher transaction id.

ALTER TABLE event_store.events
  ADD COLUMN metadata text,
  ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint;
CREATE INDEX events_in_order ON event_store.events (transaction_id, position);

-- In an older installation, roles may insert into every column. They must not be able to choose the order.
DO $$ DECLARE writer text; BEGIN
  FOR writer IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = 'event_store' AND table_name = 'events' AND privilege_type = 'INSERT'
      AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE INSERT ON event_store.events FROM %I', writer);
    EXECUTE format('GRANT INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO %I', writer);
  END LOOP;
END $$;
