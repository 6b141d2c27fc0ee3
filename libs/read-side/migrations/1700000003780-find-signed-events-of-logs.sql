-- A bundle of a ledger proves that the log of the tenant has its last commit. The proof follows from the events that
-- signed the commit: `log_revision` is the revision of their CheckpointSigned in the stream of the log. It is null for a
-- ledger that an older version signed last.
ALTER TABLE notary.ledger_checkpoints ADD COLUMN log_revision bigint;

-- These streams have digests of events and checkpoints, and no content of events.
CREATE POLICY probity_ledger_reads_logs ON event_store.events FOR SELECT TO probity_ledger
  USING (stream LIKE 'notary-log-%');
