import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Sql } from '@probity/persistence/database';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { Activity } from '@probity/monitoring/activity';
import type { ClaimedSubject, PendingEvent } from './claim';

/** The outcome of an event. */
export interface EventOutcome {
  event: PendingEvent;
  stages: StageOutcome[];
  /** the stages as JSON */
  content: string;
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
  content: JSON.stringify(stages),
  alert_ids: alerts.map(({ alert_id }) => alert_id),
  duplicate_of: null,
  occurred_at: at,
  activity,
});

/** Updates only subjects that this process still has claimed. Another process has taken over the others. */
const ADVANCE = `
  UPDATE pipeline.subjects s SET version = s.version + n.steps, transaction_count = n.transaction_count,
    last_activity_at = n.last_activity_at, alerted = n.alerted, claim = NULL, lease_until = NULL, unfinished = 0
  FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::int[], $5::bigint[], $6::timestamptz[], $7::json[])
    WITH ORDINALITY AS n (claim, subject, version, steps, transaction_count, last_activity_at, alerted, place)
  WHERE s.subject = n.subject AND s.claim = n.claim AND s.version = n.version RETURNING n.place::int AS place`;

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
