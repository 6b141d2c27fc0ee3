import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TENANT_STREAM_PREFIX } from '@probity/contracts/tenants/events';
import { ensureRoles, grantCheckpoints, ROLES } from '@probity/persistence/roles';

/**
 * One row an event. `data` is the JSON text as it was written: `jsonb` would reorder keys and
 * rewrite numbers, and evidence should stay as it was. Rows can be added and read, never changed:
 * the roles have no other grant, and a trigger stops even the owner's slips.
 */
export class CreateEventStore1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA event_store;

      CREATE TABLE event_store.events (
        stream text COLLATE "C" NOT NULL,
        revision bigint NOT NULL CHECK (revision >= 0),
        id uuid NOT NULL,
        type text NOT NULL,
        data text NOT NULL,
        PRIMARY KEY (stream, revision)
      );
      CREATE UNIQUE INDEX events_first_of_stream ON event_store.events (stream) WHERE revision = 0;

      CREATE FUNCTION event_store.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'events are append-only: % on %.% is refused', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME;
      END $$;
      CREATE TRIGGER events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_store.events
        FOR EACH STATEMENT EXECUTE FUNCTION event_store.refuse_change();

      ALTER TABLE event_store.events ENABLE ROW LEVEL SECURITY;
    `);
  }

  async down(): Promise<void> {
    throw new Error('the event store is not dropped by a migration');
  }
}

/**
 * Gives events an order over all streams, for those who read the whole store.
 *
 * A sequence alone would not do: numbers are drawn before the commit, so a lower one can appear after
 * a higher one was read. (transaction_id, position) is in commit-safe order for everything below the
 * oldest transaction that is still under way; see PostgresEventStore.subscribe. An append is the first
 * write of its transaction, so a later append to the same stream has a higher transaction id.
 */
export class AddGlobalOrder1700000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE event_store.events
        ADD COLUMN metadata text,
        ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY,
        ADD COLUMN transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint;
      CREATE INDEX events_in_order ON event_store.events (transaction_id, position);

      -- Roles of an older installation may insert into every column; the order is not theirs to choose.
      DO $$ DECLARE writer text; BEGIN
        FOR writer IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
          WHERE table_schema = 'event_store' AND table_name = 'events' AND privilege_type = 'INSERT'
            AND grantee <> current_user
        LOOP
          EXECUTE format('REVOKE INSERT ON event_store.events FROM %I', writer);
          EXECUTE format('GRANT INSERT (stream, revision, id, type, data, metadata) ON event_store.events TO %I', writer);
        END LOOP;
      END $$;
    `);
  }

  async down(): Promise<void> {
    throw new Error('the event store is not changed back by a migration');
  }
}

/** Where those who follow the whole store stand. The relay reads every stream and writes none. */
export class CreateCheckpoints1700000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await ensureRoles(runner);
    await runner.query(`
      CREATE TABLE event_store.checkpoints (
        follower text COLLATE "C" PRIMARY KEY,
        checkpoint text NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now()
      );
      ALTER TABLE event_store.checkpoints ENABLE ROW LEVEL SECURITY;

      GRANT SELECT ON event_store.events TO ${ROLES.relay};
      CREATE POLICY ${ROLES.relay}_streams ON event_store.events FOR SELECT TO ${ROLES.relay} USING (true);
    `);
    await grantCheckpoints(runner, ROLES.relay, 'relay-');
    await grantCheckpoints(runner, ROLES.ledger, 'projection-ledger');
    await grantCheckpoints(runner, ROLES.backOffice, 'projection-back-office');
  }

  async down(): Promise<void> {
    throw new Error('the event store is not changed back by a migration');
  }
}

/** Facts that a consumer in the same process could not handle; over Kafka they go to dead-letter topics. */
export class CreateDeadFacts1700000000550 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_store.dead_facts (
        consumer text NOT NULL,
        stream text COLLATE "C" NOT NULL,
        revision bigint NOT NULL,
        type text NOT NULL,
        reason text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (consumer, stream, revision)
      );
      GRANT SELECT, INSERT, UPDATE ON event_store.dead_facts TO ${ROLES.relay};
    `);
  }

  async down(): Promise<void> {
    throw new Error('dead facts are not dropped by a migration');
  }
}

/** The roles of the services that open the event store. */
const OPENERS = [ROLES.ledger, ROLES.backOffice, ROLES.relay, ROLES.customerRisk, ROLES.pipeline].join(', ');

/**
 * Which event store the read side belongs to; written once, at the first start. The services have no grant on the
 * table: they ask and record through two functions that look at more than each of them may see.
 *
 * A database of an older version has no record. Then its own events say that it belongs to Postgres. Tenants
 * without events say that it belongs to an EventStoreDB, which must have the stream of such a tenant.
 */
export class CreateOrigin1700000001100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_store.origin (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        kind text NOT NULL CHECK (kind IN ('postgres', 'eventstoredb')),
        id text NOT NULL,
        address text,
        recorded_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE FUNCTION event_store.find_origin(OUT kind text, OUT id text, OUT address text, OUT witness text)
      STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE plpgsql AS $$
      BEGIN
        SELECT o.kind, o.id, o.address INTO kind, id, address FROM event_store.origin o;
        IF FOUND THEN RETURN; END IF;
        IF EXISTS (SELECT FROM event_store.events) THEN
          kind := 'postgres';
          id := 'postgres';
          RETURN;
        END IF;
        SELECT 'eventstoredb', '${TENANT_STREAM_PREFIX}' || t.id INTO kind, witness FROM back_office.tenants t LIMIT 1;
      END $$;

      CREATE FUNCTION event_store.record_origin(kind text, id text, address text) RETURNS void
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp LANGUAGE sql AS $$
        INSERT INTO event_store.origin AS o (kind, id, address) VALUES ($1, $2, $3)
        ON CONFLICT (only_row) DO UPDATE SET address = excluded.address
          WHERE o.kind = excluded.kind AND o.id = excluded.id AND o.address IS DISTINCT FROM excluded.address
      $$;

      REVOKE ALL ON FUNCTION event_store.find_origin, event_store.record_origin FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION event_store.find_origin, event_store.record_origin TO ${OPENERS};
    `);
  }

  async down(): Promise<void> {
    throw new Error('the record of the event store is not dropped by a migration');
  }
}
