import type { Sql } from '@probity/persistence/database';
import { type Activity, ACTIVITY_TEXTS } from '@probity/monitoring/activity';
import { formatAmount } from '@probity/monitoring/amount';
import { storeShadowHits } from './shadow-hits';
import type { EventOutcome } from './outcome';

/**
 * Payloads move within Postgres, because they may be large. The columns of `t` after `comparable` and before `stages`
 * are ACTIVITY_TEXTS, in their order. The stages are lines of JSON in one text: an array would have each quote escaped.
 */
const STORE = `
  WITH gone AS (
    DELETE FROM pipeline.inbox WHERE event_id = ANY($1)
    RETURNING event_id, tenant_id, event_type, payload, received_at, recorded)
  INSERT INTO pipeline.processed_events (event_id, tenant_id, event_type, customer_id, payload, stages, alert_ids,
    duplicate_of, received_at, processed_at, occurred_at, transaction_id, amount, comparable, currency, direction,
    method, counterparty, counterparty_country, channel, account_ref, recorded)
  SELECT event_id, tenant_id, event_type, customer_id, payload, stages::json,
    ARRAY(SELECT value::uuid FROM json_array_elements_text(alert_ids)), duplicate_of, received_at, processed_at, occurred_at,
    transaction_id, amount, comparable, currency, direction, method, counterparty, counterparty_country, channel,
    account_ref, recorded
  FROM gone JOIN unnest($1::uuid[], $2::uuid[], $3::json[], $4::uuid[], $5::timestamptz[], $6::text[], $7::numeric[],
      $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
      string_to_array($16, E'\\n'), $17::timestamptz[])
    AS t (event_id, customer_id, alert_ids, duplicate_of, occurred_at, transaction_id, amount, comparable,
      currency, direction, method, counterparty, counterparty_country, channel, account_ref, stages, processed_at)
    USING (event_id)`;

/** An outcome, and when it was stored. */
export interface StoredOutcome extends EventOutcome {
  processed_at: Date;
}

/**
 * Stores outcomes and removes their events from the inbox. Stores nothing and fails when one of the events, or its
 * transaction, was processed in the meantime.
 */
export async function storeOutcomes(sql: Sql, outcomes: StoredOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const column = <T>(value: (outcome: StoredOutcome) => T): T[] => outcomes.map(value);
  const { rowCount } = await sql.query(STORE, [
    column(({ event }) => event.event_id),
    column(({ event }) => event.customer_id),
    column(({ alert_ids }) => JSON.stringify(alert_ids)),
    column(({ duplicate_of }) => duplicate_of),
    column(({ occurred_at }) => new Date(occurred_at)),
    column(({ activity }) => activity?.transaction_id ?? null),
    column(({ activity }) => (activity ? formatAmount(activity.amount) : null)),
    column(({ activity }) => activity?.comparable ?? null),
    ...ACTIVITY_TEXTS.map((text) => column(({ activity }: { activity: Activity | null }) => activity?.[text] ?? null)),
    column(({ content }) => content).join('\n'),
    column(({ processed_at }) => processed_at),
  ]);
  if (rowCount !== outcomes.length) {
    throw new Error(`${outcomes.length - (rowCount ?? 0)} events are no longer in the inbox; nothing was stored`);
  }
  await storeShadowHits(sql, outcomes);
}
