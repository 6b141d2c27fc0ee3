-- What staff do with an alert until they decide on it. Projected from AlertAssigned, AlertSnoozed and AlertTagged.
ALTER TABLE customer_risk.alerts
  ADD COLUMN assignee_id uuid,
  ADD COLUMN assignee text,
  ADD COLUMN snoozed_until timestamptz,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}';

-- When an alert is due depends on its severity, so a queue merges one range of this index for each severity.
CREATE INDEX alerts_in_queue ON customer_risk.alerts (tenant_id, severity, created_at, id)
  WHERE status IN ('open', 'escalated');
CREATE INDEX alerts_in_queue_of_assignee ON customer_risk.alerts (tenant_id, assignee_id, severity, created_at, id)
  WHERE status IN ('open', 'escalated');
CREATE INDEX alerts_by_tag ON customer_risk.alerts USING gin (tags) WHERE status IN ('open', 'escalated');
