import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensureRoles, grantCheckpoints, grantStreams, ROLES } from '@probity/persistence/roles';
import { RULE_STREAM_PREFIX } from '@probity/contracts/monitoring-rules/events';
import { WATCHLIST_STREAM_PREFIX } from '@probity/contracts/watchlists/events';

/**
 * What the pipeline keeps of ingested events.
 *
 * `inbox` is a queue: an event is in it from its 202 until it has an outcome, and leaves it in the
 * transaction that stores the outcome. So it stays small however much was processed, and
 * `processed_events` is only ever added to.
 *
 * `subjects` are what events stay in order with: a customer, or a reference that no customer has yet.
 * Whoever processes events of a subject holds its row locked; `version` goes up with each batch, so that
 * what is remembered of a subject in memory can be checked.
 */
export class CreatePipelineTables1700000000800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await ensureRoles(runner);
    await runner.query(`
      CREATE SCHEMA pipeline;

      CREATE TABLE pipeline.inbox (
        event_id uuid PRIMARY KEY,
        position bigint GENERATED ALWAYS AS IDENTITY,
        tenant_id uuid NOT NULL,
        event_type text NOT NULL,
        payload json NOT NULL,
        subject text COLLATE "C" NOT NULL,
        customer_id uuid,
        status text NOT NULL CHECK (status IN ('pending', 'unresolved', 'dead')),
        due_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        received_at timestamptz NOT NULL
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
      CREATE INDEX inbox_pending ON pipeline.inbox (position) WHERE status = 'pending';
      CREATE INDEX inbox_of_subject ON pipeline.inbox (subject, position);
      CREATE INDEX inbox_of_tenant ON pipeline.inbox (tenant_id, event_id);

      CREATE TABLE pipeline.subjects (
        subject text COLLATE "C" PRIMARY KEY,
        version bigint NOT NULL DEFAULT 0,
        transaction_count bigint NOT NULL DEFAULT 0,
        last_activity_at timestamptz,
        alerted json NOT NULL DEFAULT '{}'
      ) WITH (fillfactor = 50);
      COMMENT ON COLUMN pipeline.subjects.alerted IS 'when each monitoring rule last raised an alert: {rule id: ISO time}';

      CREATE TABLE pipeline.processed_events (
        tenant_id uuid NOT NULL,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        customer_id uuid NOT NULL,
        payload json NOT NULL,
        stages json NOT NULL,
        alert_ids uuid[] NOT NULL,
        duplicate_of uuid,
        received_at timestamptz NOT NULL,
        processed_at timestamptz NOT NULL,
        occurred_at timestamptz NOT NULL,
        transaction_id text COLLATE "C",
        amount numeric,
        currency text,
        direction text,
        method text,
        counterparty text,
        counterparty_country text,
        channel text,
        account_ref text,
        PRIMARY KEY (tenant_id, event_id)
      );
      CREATE UNIQUE INDEX processed_transactions ON pipeline.processed_events (tenant_id, transaction_id)
        WHERE transaction_id IS NOT NULL;
      CREATE INDEX processed_events_of_customer ON pipeline.processed_events (customer_id, occurred_at);
      COMMENT ON COLUMN pipeline.processed_events.transaction_id IS
        'null on what is no transaction, and on one that another event brought first (duplicate_of)';

      CREATE VIEW pipeline.transactions AS
        SELECT tenant_id, customer_id, transaction_id, event_id, event_type, occurred_at, amount, currency, direction,
          method, counterparty, counterparty_country, channel, account_ref, payload
        FROM pipeline.processed_events WHERE transaction_id IS NOT NULL;

      GRANT USAGE ON SCHEMA pipeline TO ${ROLES.pipeline}, ${ROLES.gateway}, ${ROLES.backOffice};
      GRANT SELECT, INSERT, UPDATE, DELETE ON pipeline.inbox TO ${ROLES.pipeline};
      GRANT SELECT, INSERT, UPDATE ON pipeline.subjects TO ${ROLES.pipeline};
      GRANT SELECT, INSERT ON pipeline.processed_events TO ${ROLES.pipeline};
      GRANT SELECT ON pipeline.transactions TO ${ROLES.pipeline};
      GRANT SELECT ON pipeline.inbox, pipeline.processed_events TO ${ROLES.gateway}, ${ROLES.backOffice};
    `);
    await grantStreams(runner, ROLES.pipeline, WATCHLIST_STREAM_PREFIX, RULE_STREAM_PREFIX);
    await grantCheckpoints(runner, ROLES.pipeline, 'projection-pipeline');
  }

  async down(): Promise<void> {
    throw new Error('pipeline tables are not dropped by a migration');
  }
}

/**
 * A subject's events are processed under a claim: its token fences what is stored, and its lease ends it
 * when the process dies. No row stays locked while other services are asked.
 */
export class ClaimSubjects1700000001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pipeline.subjects ADD COLUMN claim uuid, ADD COLUMN lease_until timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pipeline.subjects DROP COLUMN claim, DROP COLUMN lease_until');
  }
}
