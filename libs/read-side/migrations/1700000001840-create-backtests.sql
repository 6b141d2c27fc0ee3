-- Backtests of drafts of monitoring rules.
--
-- `claim`, `lease_until`, `claimed_at`, `attempts`, `customers_read` and `customers_total` are the place of a backtest
-- in the queue and its progress, and not part of the projection: the worker writes them. `outcome` is null until the
-- backtest ends. The oldest ended backtests of a tenant are deleted when it starts another one; their events stay.

CREATE TABLE pipeline.backtests (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  definition json NOT NULL,
  from_time timestamptz,
  to_time timestamptz,
  max_examples integer NOT NULL,
  started_by text NOT NULL,
  started_at timestamptz NOT NULL,
  outcome text CHECK (outcome IN ('completed', 'cancelled', 'failed')),
  ended_by text,
  ended_at timestamptz,
  reason text,
  result json,
  examples json NOT NULL DEFAULT '[]',
  revision bigint NOT NULL,
  claim uuid,
  lease_until timestamptz,
  claimed_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  customers_read integer,
  customers_total integer
) WITH (fillfactor = 70);
CREATE INDEX backtests_of_tenant ON pipeline.backtests (tenant_id, started_at DESC, id DESC);
CREATE INDEX backtests_unfinished ON pipeline.backtests (tenant_id, started_at, id) WHERE outcome IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON pipeline.backtests TO probity_pipeline;
GRANT SELECT ON pipeline.backtests TO probity_gateway, probity_back_office;

CREATE POLICY probity_pipeline_backtest_streams ON event_store.events TO probity_pipeline
  USING (stream LIKE 'backtest-%') WITH CHECK (stream LIKE 'backtest-%');
