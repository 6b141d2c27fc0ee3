-- From where shared lists are fetched: the projection of the streams `list-source-`. A source that was removed keeps its
-- row, which has the last projected revision.
--
-- The columns from `claim` on are the position of the worker, and not part of the projection. A process fetches a list
-- under a claim with a lease; see the decision "Events are processed under a claim with a lease".
CREATE TABLE pipeline.watchlist_sources (
  list text COLLATE "C" PRIMARY KEY,
  version integer NOT NULL,
  format text NOT NULL,
  files json NOT NULL,
  sealed_queries bytea,
  every_hours integer NOT NULL,
  stale_after_hours integer NOT NULL,
  max_bytes bigint NOT NULL,
  active boolean NOT NULL,
  officer text NOT NULL,
  reason text NOT NULL,
  set_at timestamptz NOT NULL,
  removed_at timestamptz,
  revision bigint NOT NULL,
  claim uuid,
  lease_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  baseline json
) WITH (fillfactor = 50);
COMMENT ON COLUMN pipeline.watchlist_sources.sealed_queries IS
  'the queries of the addresses, which may hold tokens, under the master key';
COMMENT ON COLUMN pipeline.watchlist_sources.attempts IS 'claims since the last fetch that ended';
COMMENT ON COLUMN pipeline.watchlist_sources.due_at IS 'when the next fetch is due; null: the source is inactive';
COMMENT ON COLUMN pipeline.watchlist_sources.confirmed_at IS 'when a fetch last found the list to be current';
COMMENT ON COLUMN pipeline.watchlist_sources.baseline IS
  'what the last successful fetch received and read, with which the next one is compared';

-- The latest fetches of each list. They are no events: a new version of a list is one.
CREATE TABLE pipeline.watchlist_fetches (
  id uuid PRIMARY KEY,
  list text COLLATE "C" NOT NULL,
  result text NOT NULL CHECK (result IN ('imported', 'unchanged', 'failed')),
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  version integer,
  code text,
  message text,
  bytes bigint NOT NULL,
  files json NOT NULL,
  CHECK ((result = 'failed') = (code IS NOT NULL) AND (result = 'failed') = (version IS NULL))
);
CREATE INDEX watchlist_fetches_of_list ON pipeline.watchlist_fetches (list, ended_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE ON pipeline.watchlist_sources TO probity_pipeline;
GRANT SELECT, INSERT, DELETE ON pipeline.watchlist_fetches TO probity_pipeline;
GRANT SELECT (list, version, format, files, every_hours, stale_after_hours, max_bytes, active, officer, reason, set_at,
    removed_at, lease_until, due_at, failures, confirmed_at)
  ON pipeline.watchlist_sources TO probity_back_office;
GRANT SELECT ON pipeline.watchlist_fetches TO probity_back_office;

CREATE POLICY probity_pipeline_list_source_streams ON event_store.events TO probity_pipeline
  USING (stream LIKE 'list-source-%') WITH CHECK (stream LIKE 'list-source-%');
