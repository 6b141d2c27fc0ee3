-- Entries of shared lists are in events: before an import takes effect, events of its stream bring what it adds, changes
-- and removes. `watchlist_recorded_entries` holds that until then. `in_events` says whether the events have all entries of a list.

ALTER TABLE pipeline.watchlists ADD COLUMN in_events boolean NOT NULL DEFAULT false;
UPDATE pipeline.watchlists SET in_events = true WHERE tenant_id IS NOT NULL;

CREATE TABLE pipeline.watchlist_recorded_entries (
  stream text COLLATE "C" NOT NULL,
  recording_id uuid NOT NULL,
  entry_id text COLLATE "C" NOT NULL,
  content jsonb,
  digest text,
  PRIMARY KEY (stream, recording_id, entry_id),
  CHECK ((content IS NULL) = (digest IS NULL))
);
COMMENT ON COLUMN pipeline.watchlist_recorded_entries.content IS 'null for an entry that is removed';
GRANT SELECT, INSERT, DELETE ON pipeline.watchlist_recorded_entries TO probity_pipeline;
