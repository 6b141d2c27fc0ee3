-- Copies of checkpoints outside of Probity. Each row is a projection of the last event of its target in the stream
-- notary-copies-<log>.
CREATE TABLE notary.copies (
  log text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text COLLATE "C" NOT NULL,
  tenant_id uuid,
  tree_size bigint NOT NULL,
  log_revision bigint NOT NULL,
  copied_at timestamptz NOT NULL,
  proof text,
  revision bigint NOT NULL,
  PRIMARY KEY (log, kind, name)
);
COMMENT ON TABLE notary.copies IS 'The last copy of the checkpoint of each log at each target outside of Probity.';
COMMENT ON COLUMN notary.copies.log_revision IS 'of the last event in the stream of the log that the copy covers';
COMMENT ON COLUMN notary.copies.revision IS 'of the event in the stream of the copies';
CREATE INDEX copies_of_tenants ON notary.copies (tenant_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON notary.copies TO probity_notary;
GRANT SELECT ON notary.copies TO probity_gateway, probity_back_office;

CREATE POLICY probity_notary_copies ON event_store.events FOR INSERT TO probity_notary
  WITH CHECK (stream LIKE 'notary-copies-%');

-- The target whose copy contradicts the log. The log stays stopped until the target agrees again.
ALTER TABLE notary.stopped_logs ADD COLUMN outside text COLLATE "C";
