-- Webhook endpoints are streams of events. See docs/adr/0068-webhook-endpoints-are-events.md.
ALTER TABLE webhooks.endpoints ADD COLUMN revision bigint NOT NULL DEFAULT -1;
COMMENT ON COLUMN webhooks.endpoints.revision IS
  'of the last event that the row reflects; -1 until the dispatcher has made an event of a row of an older version';

CREATE POLICY probity_webhook_dispatcher_endpoints ON event_store.events TO probity_webhook_dispatcher
  USING (stream LIKE 'webhook-endpoint-%') WITH CHECK (stream LIKE 'webhook-endpoint-%');
-- A rebuild replaces the rows.
GRANT DELETE ON webhooks.endpoints TO probity_webhook_dispatcher;
