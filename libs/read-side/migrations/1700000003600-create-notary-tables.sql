-- The notary: the only service with the keys that sign checkpoints. It reads all events as they are stored, and appends
-- only to its own streams. Its rows are projections of these,
-- except stopped_logs.

DO $$
BEGIN
  BEGIN
    CREATE ROLE probity_notary NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  GRANT probity_notary TO CURRENT_USER;
END $$;

CREATE SCHEMA notary;

CREATE TABLE notary.logs (
  log text COLLATE "C" PRIMARY KEY,
  tenant_id uuid,
  revision bigint NOT NULL,
  tree_size bigint NOT NULL DEFAULT 0,
  checkpoint text,
  signed_at timestamptz
);
COMMENT ON TABLE notary.logs IS 'One log for each tenant, and the log platform for events without a tenant.';
COMMENT ON COLUMN notary.logs.revision IS 'of the last event of its stream that is projected';
CREATE UNIQUE INDEX logs_of_tenants ON notary.logs (tenant_id);

CREATE TABLE notary.leaves (
  stream text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  log text COLLATE "C" NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (stream, revision)
);
COMMENT ON TABLE notary.leaves IS 'Every event that a log has. Of the streams of ledgers, only the ends of commits.';
CREATE UNIQUE INDEX leaves_in_order ON notary.leaves (log, index) INCLUDE (hash);

CREATE TABLE notary.ledger_checkpoints (
  ledger_id uuid PRIMARY KEY,
  log text COLLATE "C" NOT NULL,
  tenant_id uuid NOT NULL,
  revision bigint NOT NULL,
  tree_size bigint NOT NULL,
  checkpoint text NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE INDEX ledger_checkpoints_of_log ON notary.ledger_checkpoints (log);

CREATE TABLE notary.keys (
  id uuid PRIMARY KEY,
  log text COLLATE "C" NOT NULL,
  tenant_id uuid,
  public_key bytea NOT NULL,
  created_at timestamptz NOT NULL,
  revision bigint NOT NULL
);
COMMENT ON TABLE notary.keys IS 'Public keys. The private ones are sealed in the events.';
CREATE INDEX keys_of_log ON notary.keys (log);

CREATE TABLE notary.stopped_logs (
  log text COLLATE "C" PRIMARY KEY,
  stream text COLLATE "C" NOT NULL,
  problem text NOT NULL,
  stopped_at timestamptz NOT NULL
);
COMMENT ON TABLE notary.stopped_logs IS 'Logs that are not signed, because an event contradicts what was signed before.';

GRANT USAGE ON SCHEMA notary TO probity_notary, probity_gateway, probity_back_office;
GRANT SELECT, INSERT, UPDATE, DELETE
  ON notary.logs, notary.leaves, notary.ledger_checkpoints, notary.keys, notary.stopped_logs TO probity_notary;
GRANT SELECT ON notary.logs, notary.ledger_checkpoints, notary.keys TO probity_gateway, probity_back_office;
GRANT SELECT ON notary.stopped_logs TO probity_back_office;

GRANT USAGE ON SCHEMA event_store, platform TO probity_notary;
GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO probity_notary;
CREATE POLICY probity_notary_reads ON event_store.events FOR SELECT TO probity_notary USING (true);
CREATE POLICY probity_notary_streams ON event_store.events FOR INSERT TO probity_notary
  WITH CHECK (stream LIKE 'notary-log-%' OR stream LIKE 'checkpoint-key-%');
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_notary;
CREATE POLICY probity_notary_checkpoints ON event_store.checkpoints TO probity_notary
  USING (follower = 'notary' OR starts_with(follower, 'projection-notary-'))
  WITH CHECK (follower = 'notary' OR starts_with(follower, 'projection-notary-'));
GRANT EXECUTE ON FUNCTION event_store.find_origin, event_store.record_origin TO probity_notary;
GRANT EXECUTE ON FUNCTION platform.say_running, platform.say_stopped, platform.report_contradiction TO probity_notary;
