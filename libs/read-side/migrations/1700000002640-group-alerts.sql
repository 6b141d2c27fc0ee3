-- Alerts about the same owner, related party or counterparty and the same list entry are one group. About the customer
-- itself, each alert is about another person. Letters that Postgres does not know are compared as they are.
ALTER TABLE customer_risk.alerts ADD COLUMN group_id uuid GENERATED ALWAYS AS (
  CASE WHEN match->>'subject' IN ('beneficial_owner', 'related_party', 'counterparty') THEN md5(
    list || E'\n' || entry_id || E'\n' || alert_type || E'\n' || (match->>'subject') || E'\n' || btrim(regexp_replace(
      lower(normalize(match->>'subject_name', NFKC)), '[[:space:][:punct:]]+', ' ', 'g')))::uuid END) STORED;

CREATE INDEX alerts_in_groups ON customer_risk.alerts (tenant_id, group_id, created_at, id)
  INCLUDE (customer_id, severity)
  WHERE group_id IS NOT NULL AND status IN ('open', 'escalated');
