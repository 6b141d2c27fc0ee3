-- Messages that a service could not handle, of both transports, so that operators see them and have facts handled again.

CREATE TABLE platform.dead_letters (
  service text NOT NULL,
  message text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('command', 'fact')),
  type text NOT NULL,
  stream text COLLATE "C",
  revision bigint,
  reason text NOT NULL,
  attempts integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  again_at timestamptz,
  passed_on_at timestamptz,
  PRIMARY KEY (service, message),
  CHECK ((stream IS NULL) = (revision IS NULL)),
  CHECK (again_at IS NULL OR stream IS NOT NULL)
);
COMMENT ON COLUMN platform.dead_letters.message IS
  '<stream>@<revision> of a fact; the ce_id of a command; <topic>/<partition>/<offset> of a message without them';
COMMENT ON COLUMN platform.dead_letters.again_at IS 'when an operator had it handled again; null: nobody did since it failed';
COMMENT ON COLUMN platform.dead_letters.passed_on_at IS 'when the relay published it for the service again';
CREATE INDEX dead_letters_newest ON platform.dead_letters (at DESC, service, message);
CREATE INDEX dead_letters_to_handle ON platform.dead_letters (service, again_at) WHERE again_at IS NOT NULL;

-- The number of attempts was not stored; a fact was given up after five.
INSERT INTO platform.dead_letters (service, message, kind, type, stream, revision, reason, attempts, at)
SELECT consumer, stream || '@' || revision, 'fact', type, stream, revision, reason, 5, at FROM event_store.dead_facts;

-- Not the reason: the message of an error may name a person.
GRANT SELECT (service, message, kind, type, stream, revision, attempts, at, again_at, passed_on_at)
  ON platform.dead_letters TO probity_back_office;
GRANT SELECT (service, message, type, stream, revision, again_at, passed_on_at) ON platform.dead_letters TO probity_relay;

-- Dead letters of commands expire in their topics after 30 days, too.
CREATE FUNCTION platform.keep_dead_letter(
  service text, message text, kind text, type text, stream text, revision bigint, reason text, attempts integer
) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  DELETE FROM platform.dead_letters d WHERE d.kind = 'command' AND d.at < now() - interval '30 days';
  INSERT INTO platform.dead_letters AS d (service, message, kind, type, stream, revision, reason, attempts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT ON CONSTRAINT dead_letters_pkey DO UPDATE
    SET reason = excluded.reason, attempts = excluded.attempts, at = now(), again_at = NULL, passed_on_at = NULL
$$;
CREATE FUNCTION platform.dead_letter_handled(service text, message text) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  DELETE FROM platform.dead_letters d WHERE d.service = $1 AND d.message = $2
$$;
CREATE FUNCTION platform.dead_letter_passed_on(service text, message text, again_at timestamptz) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  UPDATE platform.dead_letters d SET passed_on_at = now() WHERE d.service = $1 AND d.message = $2 AND d.again_at = $3
$$;
CREATE FUNCTION platform.handle_dead_letter_again(service text, message text) RETURNS void
SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
  UPDATE platform.dead_letters d SET again_at = date_trunc('milliseconds', clock_timestamp()), passed_on_at = NULL
  WHERE d.service = $1 AND d.message = $2 AND d.kind = 'fact'
$$;
REVOKE ALL ON FUNCTION platform.keep_dead_letter, platform.dead_letter_handled, platform.dead_letter_passed_on,
  platform.handle_dead_letter_again FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.keep_dead_letter, platform.dead_letter_handled TO probity_ledger, probity_gateway,
  probity_back_office, probity_relay, probity_customer_risk, probity_pipeline, probity_webhook_dispatcher;
GRANT EXECUTE ON FUNCTION platform.dead_letter_passed_on TO probity_relay;
GRANT EXECUTE ON FUNCTION platform.handle_dead_letter_again TO probity_back_office;

-- Erasure deletes dead letters about the customer, as it did in the table that ends here. Dropping it removes its bytes.
DO $$ BEGIN
  EXECUTE replace(
    pg_get_functiondef('privacy.erase_customer'::regproc), 'event_store.dead_facts', 'platform.dead_letters');
END $$;
DELETE FROM privacy.overwritten_tables WHERE name = 'event_store.dead_facts';
DROP TABLE event_store.dead_facts;
