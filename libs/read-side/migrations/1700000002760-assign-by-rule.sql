-- Rules assign an alert once: an alert that staff gave back waits for staff. Set by AlertAssigned. An alert that was
-- assigned and given back before this migration counts as new.
ALTER TABLE customer_risk.alerts ADD COLUMN was_assigned boolean NOT NULL DEFAULT false;
UPDATE customer_risk.alerts SET was_assigned = true WHERE assignee_id IS NOT NULL;

CREATE INDEX alerts_to_assign ON customer_risk.alerts (tenant_id, created_at, id)
  WHERE status IN ('open', 'escalated') AND assignee_id IS NULL AND NOT was_assigned;
-- Leads from one member of staff with alerts to the next.
CREATE INDEX alerts_assigned ON customer_risk.alerts (tenant_id, assignee_id)
  WHERE status IN ('open', 'escalated') AND assignee_id IS NOT NULL;
