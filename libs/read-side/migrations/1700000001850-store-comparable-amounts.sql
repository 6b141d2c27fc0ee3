-- Whether the amount of an activity is in the reference currency. Rows that are stored before count as comparable, as
-- they did then. A constant default rewrites no rows.
ALTER TABLE pipeline.processed_events ADD COLUMN comparable boolean DEFAULT true;
COMMENT ON COLUMN pipeline.processed_events.comparable IS
  'false if there was no rate for the currency of the amount; null on what is no transaction';

CREATE OR REPLACE VIEW pipeline.transactions AS
  SELECT tenant_id, customer_id, transaction_id, event_id, event_type, occurred_at, amount, currency, direction,
    method, counterparty, counterparty_country, channel, account_ref, payload, comparable
  FROM pipeline.processed_events WHERE transaction_id IS NOT NULL;
