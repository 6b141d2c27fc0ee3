-- What the figures about alerts read: the rule that raised an alert, and when and by whom it was decided.
ALTER TABLE customer_risk.alerts
  ADD COLUMN rule_id uuid,
  ADD COLUMN decided_at timestamptz,
  ADD COLUMN decided_by text,
  ADD COLUMN decided_by_id text;
COMMENT ON COLUMN customer_risk.alerts.decided_at IS 'when it was resolved or dismissed; null while it is active';

UPDATE customer_risk.alerts SET
  rule_id = CASE WHEN source = 'monitoring'
    AND metadata->>'rule_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (metadata->>'rule_id')::uuid END,
  decided_at = CASE WHEN status IN ('resolved', 'dismissed') THEN (decisions->-1->>'decided_at')::timestamptz END,
  decided_by = CASE WHEN status IN ('resolved', 'dismissed') THEN decisions->-1->>'officer' END,
  decided_by_id = CASE WHEN status IN ('resolved', 'dismissed') THEN decisions->-1->>'officer_id' END
WHERE source = 'monitoring' OR status IN ('resolved', 'dismissed');

CREATE INDEX alerts_decided ON customer_risk.alerts (tenant_id, decided_at DESC, id DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX alerts_by_rule ON customer_risk.alerts (tenant_id, rule_id, created_at DESC, id DESC)
  INCLUDE (status) WHERE rule_id IS NOT NULL;
CREATE INDEX alerts_by_list ON customer_risk.alerts (tenant_id, list, created_at DESC, id DESC)
  WHERE list IS NOT NULL;

-- The figures of days that are over. They are computed from the alerts when they are first read, because a year has too
-- many alerts to count them for each request. An event that is projected late deletes those of its day.
CREATE TABLE customer_risk.alert_days (
  tenant_id uuid NOT NULL,
  day date NOT NULL,
  figure text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  label text,
  alerts integer NOT NULL,
  PRIMARY KEY (tenant_id, day, figure, key)
);
COMMENT ON COLUMN customer_risk.alert_days.figure IS
  'what was counted; the row `computed` says that the others of the day are there';
COMMENT ON COLUMN customer_risk.alert_days.day IS 'in UTC';
GRANT SELECT, INSERT ON customer_risk.alert_days TO probity_back_office;
GRANT SELECT, DELETE ON customer_risk.alert_days TO probity_customer_risk;
