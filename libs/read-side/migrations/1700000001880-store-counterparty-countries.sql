-- A score reads the counterparty's country of every active alert of a customer. Out of the evidence, which may be large,
-- that took Postgres longer with each alert. A monitoring rule read the first value; other alerts have the second.
ALTER TABLE customer_risk.alerts ADD COLUMN counterparty_country text GENERATED ALWAYS AS (
  coalesce(evidence #>> '{fields,transaction.counterparty_country}', metadata->>'counterparty_country')) STORED;
