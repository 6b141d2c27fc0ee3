-- What the page of one customer reads. Each index begins with the tenant.

-- The newest transactions of a customer, and their sums, without reading their rows: those hold payloads and evidence.
CREATE INDEX transactions_of_customer ON pipeline.processed_events
  (tenant_id, customer_id, occurred_at DESC, event_id DESC)
  INCLUDE (counterparty, amount, comparable, direction, currency)
  WHERE transaction_id IS NOT NULL;
-- The transactions of a customer with one counterparty, and the customers that share a counterparty.
CREATE INDEX transactions_of_counterparty ON pipeline.processed_events
  (tenant_id, counterparty, customer_id, occurred_at DESC, event_id DESC)
  WHERE transaction_id IS NOT NULL AND counterparty IS NOT NULL;

-- All that happened to a customer, its alerts and its cases, one range for each action. A customer is scored again and
-- again; scorings that did not change the rating are not part of it.
CREATE INDEX audit_events_about_customer ON customer_risk.audit_events
  (tenant_id, (coalesce(data->>'customer_id', subject_id)), action, at DESC, id DESC)
  WHERE action <> 'risk.assessed';

-- The alerts about one list entry, or about one party and list entry, also the decided ones.
CREATE INDEX alerts_by_entry ON customer_risk.alerts (tenant_id, list, entry_id, created_at DESC, id DESC)
  INCLUDE (customer_id, status, resolution) WHERE list IS NOT NULL;
CREATE INDEX alerts_of_group ON customer_risk.alerts (tenant_id, group_id, created_at DESC, id DESC)
  INCLUDE (customer_id, status, resolution) WHERE group_id IS NOT NULL;
