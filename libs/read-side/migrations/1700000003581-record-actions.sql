-- Actions on objects that have no stream are events too: their audit entries come from these.
CREATE POLICY probity_pipeline_actions ON event_store.events TO probity_pipeline
  USING (stream LIKE 'action-pipeline-%') WITH CHECK (stream LIKE 'action-pipeline-%');

GRANT USAGE ON SCHEMA event_store TO probity_webhook_dispatcher;
GRANT SELECT, INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO probity_webhook_dispatcher;
CREATE POLICY probity_webhook_dispatcher_actions ON event_store.events TO probity_webhook_dispatcher
  USING (stream LIKE 'action-webhooks-%') WITH CHECK (stream LIKE 'action-webhooks-%');
GRANT SELECT, INSERT, UPDATE ON event_store.checkpoints TO probity_webhook_dispatcher;
CREATE POLICY probity_webhook_dispatcher_checkpoints ON event_store.checkpoints TO probity_webhook_dispatcher
  USING (starts_with(follower, 'projection-webhook-dispatcher'))
  WITH CHECK (starts_with(follower, 'projection-webhook-dispatcher'));
GRANT EXECUTE ON FUNCTION event_store.find_origin, event_store.record_origin TO probity_webhook_dispatcher;
