-- Watchlists, monitoring rules, and the audit trail of both.
--
-- Every change of a list takes the next number of `watchlist_changes` and keeps that row locked until it
-- commits. So numbers become visible in their order, and whoever has read up to one has missed nothing
-- below it. The entries of one change carry its number; a removed entry stays as a tombstone, so that a
-- reader learns of it.
--
-- Entries of shared lists are not in the events: `watchlist_staging` holds what an import has brought
-- until its event is projected.

CREATE TABLE pipeline.watchlist_changes (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  sequence bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO pipeline.watchlist_changes (sequence) VALUES (0);

CREATE TABLE pipeline.watchlists (
  stream text COLLATE "C" PRIMARY KEY,
  list text COLLATE "C" NOT NULL,
  tenant_id uuid,
  version integer NOT NULL,
  format text,
  entries integer NOT NULL,
  imported_at timestamptz NOT NULL,
  revision bigint NOT NULL,
  sequence bigint NOT NULL
);
COMMENT ON COLUMN pipeline.watchlists.tenant_id IS 'null for a list that all tenants share';

CREATE TABLE pipeline.watchlist_entries (
  stream text COLLATE "C" NOT NULL,
  list text COLLATE "C" NOT NULL,
  tenant_id uuid,
  entry_id text COLLATE "C" NOT NULL,
  content jsonb,
  digest text,
  version integer NOT NULL,
  sequence bigint NOT NULL,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (stream, entry_id),
  CHECK ((removed_at IS NULL) = (content IS NOT NULL) AND (removed_at IS NULL) = (digest IS NOT NULL))
);
COMMENT ON COLUMN pipeline.watchlist_entries.version IS 'of the list, when the entry came to be as it is';
CREATE UNIQUE INDEX watchlist_entries_by_change ON pipeline.watchlist_entries (sequence, entry_id);
CREATE INDEX watchlist_entries_of_tenant ON pipeline.watchlist_entries (tenant_id, created_at, entry_id)
  WHERE tenant_id IS NOT NULL AND removed_at IS NULL;

CREATE TABLE pipeline.watchlist_imports (
  import_id uuid PRIMARY KEY,
  list text COLLATE "C" NOT NULL,
  format text NOT NULL,
  officer text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'sealed', 'refused', 'finished')),
  received integer NOT NULL DEFAULT 0,
  begun_at timestamptz NOT NULL,
  touched_at timestamptz NOT NULL,
  result json
);
COMMENT ON COLUMN pipeline.watchlist_imports.status IS
  'open: takes entries; sealed: takes no more, is being finished; refused: lacks too many; finished: has a result';
CREATE UNIQUE INDEX one_import_of_a_list ON pipeline.watchlist_imports (list)
  WHERE status IN ('open', 'sealed');

CREATE TABLE pipeline.watchlist_staging (
  import_id uuid NOT NULL REFERENCES pipeline.watchlist_imports,
  entry_id text COLLATE "C" NOT NULL,
  content jsonb NOT NULL,
  digest text NOT NULL,
  PRIMARY KEY (import_id, entry_id)
);

CREATE TABLE pipeline.rescreen_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid,
  from_sequence bigint NOT NULL,
  to_sequence bigint NOT NULL,
  last_created_at timestamptz,
  last_customer_id uuid,
  customers bigint NOT NULL DEFAULT 0,
  reported bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
COMMENT ON TABLE pipeline.rescreen_jobs IS
  'changes after from_sequence up to to_sequence, with which all customers (of the tenant) are screened again';
CREATE UNIQUE INDEX rescreen_jobs_waiting ON pipeline.rescreen_jobs (tenant_id) NULLS NOT DISTINCT
  WHERE started_at IS NULL;
CREATE INDEX rescreen_jobs_unfinished ON pipeline.rescreen_jobs (id) WHERE finished_at IS NULL;

CREATE TABLE pipeline.monitoring_rules (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  key text,
  version integer NOT NULL,
  mode text NOT NULL,
  definition json NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision bigint NOT NULL
);
CREATE INDEX monitoring_rules_of_tenant ON pipeline.monitoring_rules (tenant_id, created_at, id);

CREATE TABLE pipeline.monitoring_rule_versions (
  rule_id uuid NOT NULL,
  version integer NOT NULL,
  tenant_id uuid NOT NULL,
  mode text NOT NULL,
  definition json NOT NULL,
  actor text NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, version)
);

CREATE TABLE pipeline.monitoring_rule_changes (
  tenant_id uuid PRIMARY KEY,
  sequence bigint NOT NULL DEFAULT 0,
  defaults_installed_at timestamptz
) WITH (fillfactor = 50);
COMMENT ON COLUMN pipeline.monitoring_rule_changes.sequence IS
  'goes up with every change of a rule of the tenant, and is locked until that change commits';

CREATE TABLE pipeline.audit_events (
  id uuid PRIMARY KEY,
  tenant_id uuid,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor text NOT NULL,
  reason text,
  cause text,
  data jsonb NOT NULL,
  at timestamptz NOT NULL
);
COMMENT ON COLUMN pipeline.audit_events.tenant_id IS 'null for what concerns all tenants';
CREATE INDEX audit_events_of_tenant ON pipeline.audit_events (tenant_id, at DESC, id DESC);
CREATE INDEX audit_events_of_subject ON pipeline.audit_events (tenant_id, subject_id, at DESC, id DESC);
CREATE INDEX audit_events_of_actor ON pipeline.audit_events (tenant_id, actor, at DESC, id DESC);
CREATE INDEX audit_events_of_action ON pipeline.audit_events (tenant_id, action, at DESC, id DESC);

GRANT SELECT, UPDATE ON pipeline.watchlist_changes TO probity_pipeline;
GRANT SELECT, INSERT, UPDATE, DELETE
  ON pipeline.watchlists, pipeline.watchlist_entries, pipeline.watchlist_imports, pipeline.watchlist_staging,
    pipeline.rescreen_jobs, pipeline.monitoring_rules, pipeline.monitoring_rule_versions,
    pipeline.monitoring_rule_changes TO probity_pipeline;
GRANT SELECT, INSERT ON pipeline.audit_events TO probity_pipeline;
GRANT SELECT
  ON pipeline.watchlists, pipeline.watchlist_entries, pipeline.watchlist_imports, pipeline.rescreen_jobs,
    pipeline.monitoring_rules, pipeline.monitoring_rule_versions, pipeline.audit_events
  TO probity_gateway, probity_back_office;
