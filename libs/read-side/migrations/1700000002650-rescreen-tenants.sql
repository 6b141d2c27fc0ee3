-- Screenings of all customers of a tenant that staff started. The row has the progress and the position, so that another
-- process continues after a killed one. What a screening finds are alerts, which are events; a preview finds only counts.
CREATE TABLE pipeline.rescreenings (
  id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  preview boolean NOT NULL,
  threshold double precision,
  total integer NOT NULL,
  screened integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  critical integer NOT NULL DEFAULT 0,
  high integer NOT NULL DEFAULT 0,
  medium integer NOT NULL DEFAULT 0,
  low integer NOT NULL DEFAULT 0,
  reason text NOT NULL,
  started_by text NOT NULL,
  started_by_id text,
  started_at timestamptz NOT NULL,
  stepped_at timestamptz,
  last_created_at timestamptz,
  last_customer_id uuid,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  outcome text,
  ended_at timestamptz
);
CREATE INDEX rescreenings_of_tenant ON pipeline.rescreenings (tenant_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX rescreenings_running ON pipeline.rescreenings (tenant_id) WHERE ended_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON pipeline.rescreenings TO probity_pipeline;
GRANT SELECT ON pipeline.rescreenings TO probity_back_office;
