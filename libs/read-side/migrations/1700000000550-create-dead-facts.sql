-- Facts that a consumer in the same process could not handle; over Kafka they go to dead-letter topics.

CREATE TABLE event_store.dead_facts (
  consumer text NOT NULL,
  stream text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  type text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, stream, revision)
);
GRANT SELECT, INSERT, UPDATE ON event_store.dead_facts TO probity_relay;
