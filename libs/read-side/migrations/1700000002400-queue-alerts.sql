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
CREATE INDEX alerts_in_queue_unassigned ON customer_risk.alerts (tenant_id, severity, created_at, id)
  WHERE status IN ('open', 'escalated') AND assignee_id IS NULL;
CREATE INDEX alerts_in_queue_put_off ON customer_risk.alerts (tenant_id, severity, created_at, id)
  WHERE status IN ('open', 'escalated') AND snoozed_until IS NOT NULL;
CREATE INDEX alerts_by_tag ON customer_risk.alerts USING gin (tags) WHERE status IN ('open', 'escalated');

-- Staff may write about the customer into a tag, so an erasure takes the tags too.
DO $$
DECLARE
  erase text := pg_get_functiondef('privacy.erase_customer'::regproc);
BEGIN
  erase := replace(erase, $old$trigger_ref = '[erased]', metadata = '{}',$old$,
    $new$trigger_ref = '[erased]', tags = '{}', metadata = '{}',$new$);
  erase := replace(erase, $old$a.data - 'title' - 'trigger_ref'$old$, $new$a.data - 'title' - 'trigger_ref' - 'tags'$new$);
  EXECUTE erase;
END $$;
