-- Tenants take turns in the inbox: a claim goes from tenant to tenant in this index, and from the oldest event of each.
DROP INDEX pipeline.inbox_pending;
CREATE INDEX inbox_turns ON pipeline.inbox (tenant_id, position) WHERE status = 'pending';

-- Claims that began and did not end, because their process died. There is no index on them: a claim would have to
-- write it each time.
ALTER TABLE pipeline.subjects
  ADD COLUMN unfinished integer NOT NULL DEFAULT 0,
  ADD COLUMN unfinished_since timestamptz;
COMMENT ON COLUMN pipeline.subjects.unfinished IS
  'claims in a row that began and did not end; while it is claimed, the present claim counts too';
COMMENT ON COLUMN pipeline.subjects.unfinished_since IS 'when the first of these claims began';
