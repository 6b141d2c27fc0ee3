-- A follower of the relay reports an event store that was restored to an older state, too.
GRANT EXECUTE ON FUNCTION platform.report_contradiction TO probity_relay;
