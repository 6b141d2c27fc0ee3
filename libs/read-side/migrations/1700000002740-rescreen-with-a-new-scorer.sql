-- Versions of the scorer, and the screenings of all customers that the first start of a version begins: projections of
-- the streams `rescreening-`. `stepped_at`, `last_created_at`, `last_customer_id` and `attempts` are the position, which
-- the worker writes, and not part of the projection; so are the counts until the rescreening ends.
--
-- They are not in pipeline.rescreenings, because a process of an earlier version would take them from there, and screen
-- with the old scorer.

CREATE TABLE pipeline.scorer_versions (
  id uuid PRIMARY KEY,
  version integer NOT NULL UNIQUE,
  introduced_at timestamptz NOT NULL,
  revision bigint NOT NULL
);

CREATE TABLE pipeline.scorer_rescreenings (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  scorer_version integer NOT NULL,
  total integer NOT NULL,
  screened integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  critical integer NOT NULL DEFAULT 0,
  high integer NOT NULL DEFAULT 0,
  medium integer NOT NULL DEFAULT 0,
  low integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  stepped_at timestamptz,
  last_created_at timestamptz,
  last_customer_id uuid,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  outcome text CHECK (outcome IN ('completed', 'cancelled', 'failed')),
  ended_at timestamptz,
  revision bigint NOT NULL,
  UNIQUE (tenant_id, scorer_version)
) WITH (fillfactor = 70);
CREATE INDEX scorer_rescreenings_unfinished ON pipeline.scorer_rescreenings (scorer_version) WHERE ended_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON pipeline.scorer_versions, pipeline.scorer_rescreenings TO probity_pipeline;
GRANT SELECT ON pipeline.scorer_rescreenings TO probity_back_office;
GRANT SELECT (id) ON back_office.tenants TO probity_pipeline;

CREATE POLICY probity_pipeline_rescreening_streams ON event_store.events TO probity_pipeline
  USING (stream LIKE 'rescreening-%') WITH CHECK (stream LIKE 'rescreening-%');
