-- The events that rules in shadow mode matched. The pipeline writes them with the outcome of the event, whose evidence is
-- with the event. They are no projection of events, like processed_events.
CREATE TABLE pipeline.shadow_hits (
  rule_id uuid NOT NULL,
  event_id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  customer_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, event_id)
);
COMMENT ON COLUMN pipeline.shadow_hits.at IS 'when the event occurred';
CREATE INDEX shadow_hits_of_rule ON pipeline.shadow_hits (tenant_id, rule_id, at DESC, event_id DESC)
  INCLUDE (customer_id);

GRANT SELECT, INSERT ON pipeline.shadow_hits TO probity_pipeline;
GRANT SELECT ON pipeline.shadow_hits TO probity_gateway, probity_back_office;
