-- The webhook dispatcher authenticates its events, as the other services do. Its streams are new, so it takes over none.
GRANT SELECT, INSERT, UPDATE ON event_store.taken_over_streams TO probity_webhook_dispatcher;
CREATE POLICY probity_webhook_dispatcher_taken_over ON event_store.taken_over_streams TO probity_webhook_dispatcher
  USING (service = 'webhook-dispatcher') WITH CHECK (service = 'webhook-dispatcher');
CREATE POLICY probity_webhook_dispatcher_event_keys ON event_store.events TO probity_webhook_dispatcher
  USING (stream IN ('event-key-webhook-dispatcher', 'taken-over-webhook-dispatcher'))
  WITH CHECK (stream IN ('event-key-webhook-dispatcher', 'taken-over-webhook-dispatcher'));
GRANT EXECUTE ON FUNCTION platform.older_instances_run TO probity_webhook_dispatcher;
