-- A draft can be compared with the stored version of its rule.
ALTER TABLE pipeline.backtests
  ADD COLUMN rule_id uuid,
  ADD COLUMN rule_version integer,
  ADD COLUMN baseline json;
COMMENT ON COLUMN pipeline.backtests.baseline IS 'the definition of the stored version';
