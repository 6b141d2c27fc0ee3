import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Sql } from '@probity/persistence/database';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { type Activity, ACTIVITY_TEXTS } from '@probity/monitoring/activity';
import { formatAmount } from '@probity/monitoring/amount';
import { storeShadowHits } from './shadow-hits';
import type { ClaimedSubject, PendingEvent } from './claim';

/** The outcome of an event. */
export interface EventOutcome {
  event: PendingEvent;
  stages: StageOutcome[];
  alert_ids: string[];
  /** set when another event reported the same transaction first */
  duplicate_of: string | null;
  occurred_at: number;
  /** set for a transaction that is not a duplicate */
  activity: Activity | null;
}

/** An outcome, and the state of the subject after it. */
export interface Processed {
  outcome: EventOutcome;
  subject: ClaimedSubject;
}

/** The outcome of an event that went through these stages. */
export const outcomeOf = (
  event: PendingEvent,
  {
    at,
    stages,
    alerts,
    activity,
  }: { at: number; stages: StageOutcome[]; alerts: AlertToRaise[]; activity: Activity | null },
): EventOutcome => ({
  event,
  stages,
  alert_ids: alerts.map(({ alert_id }) => alert_id),
  duplicate_of: null,
  occurred_at: at,
  activity,
});

/**
 * Payloads move within Postgres, because they may be large. The columns of `t` after `comparable` and before `stages`
 * are ACTIVITY_TEXTS, in their order. The stages are one JSON text: an array of texts would have each quote escaped.
 */
const STORE = `
  WITH gone AS (
    DELETE FROM pipeline.inbox WHERE event_id = ANY($1)
    RETURNING event_id, tenant_id, event_type, payload, received_at)
  INSERT INTO pipeline.processed_events (event_id, tenant_id, event_type, customer_id, payload, stages, alert_ids,
    duplicate_of, received_at, processed_at, occurred_at, transaction_id, amount, comparable, currency, direction,
    method, counterparty, counterparty_country, channel, account_ref)
  SELECT event_id, tenant_id, event_type, customer_id, payload, stages,
    ARRAY(SELECT value::uuid FROM json_array_elements_text(alert_ids)), duplicate_of, received_at, clock_timestamp(), occurred_at,
    transaction_id, amount, comparable, currency, direction, method, counterparty, counterparty_country, channel,
    account_ref
  FROM gone JOIN ROWS FROM (
      unnest($1::uuid[], $2::uuid[], $3::json[], $4::uuid[], $5::timestamptz[], $6::text[], $7::numeric[],
        $8::boolean[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[]),
      json_array_elements($16::json))
    AS t (event_id, customer_id, alert_ids, duplicate_of, occurred_at, transaction_id, amount, comparable,
      currency, direction, method, counterparty, counterparty_country, channel, account_ref, stages)
    USING (event_id)`;

/** Updates only subjects that this process still has claimed. Another process has taken over the others. */
const ADVANCE = `
  UPDATE pipeline.subjects s SET version = s.version + n.steps, transaction_count = n.transaction_count,
    last_activity_at = n.last_activity_at, alerted = n.alerted, claim = NULL, lease_until = NULL, unfinished = 0
  FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::int[], $5::bigint[], $6::timestamptz[], $7::json[])
    WITH ORDINALITY AS n (claim, subject, version, steps, transaction_count, last_activity_at, alerted, place)
  WHERE s.subject = n.subject AND s.claim = n.claim AND s.version = n.version RETURNING n.place::int AS place`;

/**
 * Stores outcomes and removes their events from the inbox. Stores nothing and fails when one of the events, or its
 * transaction, was processed in the meantime.
 */
export async function storeOutcomes(sql: Sql, outcomes: EventOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const column = <T>(value: (outcome: EventOutcome) => T): T[] => outcomes.map(value);
  const { rowCount } = await sql.query(STORE, [
    column(({ event }) => event.event_id),
    column(({ event }) => event.customer_id),
    column(({ alert_ids }) => JSON.stringify(alert_ids)),
    column(({ duplicate_of }) => duplicate_of),
    column(({ occurred_at }) => new Date(occurred_at)),
    column(({ activity }) => activity?.transaction_id ?? null),
    column(({ activity }) => (activity ? formatAmount(activity.amount) : null)),
    column(({ activity }) => activity?.comparable ?? null),
    ...ACTIVITY_TEXTS.map((text) => column(({ activity }) => activity?.[text] ?? null)),
    JSON.stringify(column(({ stages }) => stages)),
  ]);
  if (rowCount !== outcomes.length) {
    throw new Error(`${outcomes.length - (rowCount ?? 0)} events are no longer in the inbox; nothing was stored`);
  }
  await storeShadowHits(sql, outcomes);
}

/** The outcomes of a subject's events, and the state of the subject after them. */
export interface SubjectOutcome {
  /** the token of the claim under which the events were processed */
  token: string;
  subject: ClaimedSubject;
  outcomes: EventOutcome[];
}

/**
 * Stores the state of the subjects and ends their claims. Returns the outcomes whose subject was still claimed; for the others
 * nothing may be stored.
 */
export async function advanceSubjects<Result extends SubjectOutcome>(sql: Sql, results: Result[]): Promise<Result[]> {
  const subjects = results.map(({ subject }) => subject);
  const { rows } = await sql.query<{ place: number }>(ADVANCE, [
    results.map(({ token }) => token),
    subjects.map(({ subject }) => subject),
    subjects.map(({ version }) => version),
    results.map(({ outcomes }) => (outcomes.length > 0 ? 1 : 0)),
    subjects.map(({ transaction_count }) => transaction_count),
    subjects.map(({ last_activity_at }) => (last_activity_at === null ? null : new Date(last_activity_at))),
    subjects.map(({ alerted }) => JSON.stringify(alerted)),
  ]);
  return rows.map(({ place }) => results[place - 1]!);
}
