-- Accepted events and their outcomes are events of the event store. See docs/adr/0072-accepted-events-are-events.md.
CREATE POLICY probity_pipeline_ingestion_streams ON event_store.events TO probity_pipeline
  USING (stream LIKE 'ingestion-%') WITH CHECK (stream LIKE 'ingestion-%');

ALTER TABLE pipeline.inbox ADD COLUMN recorded boolean NOT NULL DEFAULT false;
ALTER TABLE pipeline.processed_events ADD COLUMN recorded boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN pipeline.inbox.recorded IS 'whether the event store has the event; a version before this one wrote the others';
COMMENT ON COLUMN pipeline.processed_events.recorded IS
  'whether the event store has the event and its outcome; a version before this one wrote the others';
CREATE INDEX inbox_not_recorded ON pipeline.inbox (event_id) WHERE NOT recorded;
CREATE INDEX processed_events_not_recorded ON pipeline.processed_events (event_id) WHERE NOT recorded;
GRANT UPDATE (recorded) ON pipeline.processed_events TO probity_pipeline;

-- An event that matches no customer is sealed with a key of its own.
ALTER TABLE privacy.data_keys DROP CONSTRAINT data_keys_kind_check,
  ADD CONSTRAINT data_keys_kind_check
    CHECK (kind IN ('customer', 'provider_signal', 'backtest', 'case_file', 'event'));
ALTER POLICY signals_and_backtests_get_keys ON privacy.data_keys
  WITH CHECK (kind IN ('customer', 'event', 'provider_signal', 'backtest'));

-- The erasure of a customer destroys the keys of its events. One that waits, and has no key yet, never gets one, also if an
-- instance is about to record it.
DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
BEGIN
  erase := replace(erase, 'DELETE FROM pipeline.inbox i WHERE', $new$INSERT INTO privacy.data_keys AS k (subject, kind, tenant_id, sealed_key, destroyed_at)
  SELECT i.event_id, 'event', tenant, NULL, now() FROM pipeline.inbox i
  WHERE (i.customer_id IS NULL AND i.subject = ANY(references_of)) OR i.customer_id = customer ORDER BY i.event_id
  ON CONFLICT (subject) DO UPDATE SET sealed_key = NULL, destroyed_at = now() WHERE k.destroyed_at IS NULL;
  UPDATE privacy.data_keys k SET sealed_key = NULL, destroyed_at = now()
  WHERE k.kind = 'event' AND k.destroyed_at IS NULL AND k.subject IN (
    SELECT p.event_id FROM pipeline.processed_events p WHERE p.customer_id = customer
    UNION ALL SELECT i.event_id FROM pipeline.inbox i WHERE i.customer_id = customer);
  DELETE FROM pipeline.inbox i WHERE$new$);
  EXECUTE erase;
END $$;

-- Sealed texts do not get shorter, and Postgres takes longer to find that out than to store them.
ALTER TABLE event_store.events ALTER COLUMN data SET STORAGE EXTERNAL;

-- Most readers of the order want none of these events: for them the order has an index without them.
CREATE INDEX events_without_accepted ON event_store.events (transaction_id, position) WHERE stream NOT LIKE 'ingestion-%';
