import { randomUUID } from 'node:crypto';
import type { EventType } from '@probity/contracts/pipeline/views';
import type { Sql } from '@probity/persistence/database';
import type { DueSubject } from './due-subjects';
import { isProcessed, oldestOf } from './indexed-reads';

/** Of the events of one tenant in a claim; an event that is larger comes alone. */
const MAX_BYTES = 4_194_304;

/** A claim is valid until its lease runs out or it is released; the token distinguishes it from a later claim. */
const CLAIM = `
  WITH open AS (
    SELECT subject FROM pipeline.subjects
    WHERE subject = ANY($1) AND (lease_until IS NULL OR lease_until <= clock_timestamp())
    ORDER BY subject FOR UPDATE SKIP LOCKED
  )
  UPDATE pipeline.subjects s SET claim = $2, lease_until = clock_timestamp() + make_interval(secs => $3),
    unfinished = s.unfinished + 1,
    unfinished_since = CASE s.unfinished WHEN 0 THEN clock_timestamp() ELSE s.unfinished_since END
  FROM open WHERE s.subject = open.subject
  RETURNING s.subject, s.unfinished, s.version::float8 AS version, s.transaction_count::float8 AS transaction_count,
    (extract(epoch FROM s.last_activity_at) * 1000)::float8 AS last_activity_at, s.alerted`;
/**
 * A separate statement after the claim, so that it sees the commits of the previous holder. Finds the events of all
 * wanted subjects, so that it can be sent before the result of the claim has arrived.
 */
const PENDING = `
  SELECT i.event_id, i.tenant_id, i.event_type, i.payload, i.subject, i.customer_id, i.attempts, i.received_at,
    i.actor, i.actor_name,
    i.due_at <= now() AS is_due,
    (${isProcessed('i')}) IS NOT NULL AS is_processed
  FROM (
    SELECT e.*, sum(e.bytes) OVER (PARTITION BY e.tenant_id ORDER BY e.position) - e.bytes AS before
    FROM unnest($1::text[], $2::int[]) AS wanted (subject, most) CROSS JOIN LATERAL (
      ${oldestOf('wanted.subject', 'pending', '*', 'wanted.most')}) AS e) AS i
  WHERE i.before < ${MAX_BYTES}
  ORDER BY i.position`;
const FORGET_PROCESSED = 'DELETE FROM pipeline.inbox WHERE event_id = ANY($1)';
/** The work did not end, but its process lives: the claim does not count as unfinished. */
const RELEASE = `
  UPDATE pipeline.subjects SET claim = NULL, lease_until = NULL, unfinished = unfinished - 1
  WHERE subject = ANY($1) AND claim = $2`;

/** How long a claim lasts unless it is renewed. After a crash, its subjects wait this long for another process. */
export const LEASE_S = 5;

export interface PendingEvent {
  event_id: string;
  tenant_id: string;
  event_type: EventType;
  payload: Record<string, unknown>;
  subject: string;
  /** null while the event's reference matches no customer */
  customer_id: string | null;
  attempts: number;
  received_at: Date;
  /** the API key that sent it; null: not known */
  actor: string | null;
  /** the label of the key */
  actor_name: string | null;
}

interface FoundEvent extends PendingEvent {
  is_due: boolean;
  /** it has an outcome already */
  is_processed: boolean;
}

/** A subject with its due events, which are processed in order, and with the state after its earlier events. */
export interface ClaimedSubject {
  subject: string;
  /** claims in a row that did not end, and this one */
  unfinished: number;
  /** increases with each processed batch */
  version: number;
  transaction_count: number;
  last_activity_at: number | null;
  /** when each monitoring rule last raised an alert, ISO times */
  alerted: Record<string, string>;
  /** oldest first */
  events: PendingEvent[];
}

/** A subject to claim, and the maximum number of its events. */
export type WantedSubject = Pick<DueSubject, 'subject' | 'most'>;

/** Subjects that this process has claimed. */
export interface Claim {
  token: string;
  /** a time just before the claim was requested, from `performance.now()` */
  claimedAt: number;
  subjects: ClaimedSubject[];
}

/**
 * Claims the subjects that no other process has claimed, with their due events. No other process takes them until the
 * lease runs out; `ClaimLease` renews it. Outcomes are stored only with the token of the current claim. The caller
 * runs this function in a transaction, which locks the rows of the subjects.
 */
export async function claimSubjects(sql: Sql, wanted: WantedSubject[]): Promise<Claim> {
  const token = randomUUID();
  const claimedAt = performance.now();
  const subjects = wanted.map(({ subject }) => subject);
  const [{ rows }, pending] = await Promise.all([
    sql.query<Omit<ClaimedSubject, 'events'>>(CLAIM, [subjects, token, LEASE_S]),
    sql.query<FoundEvent>(PENDING, [subjects, wanted.map(({ most }) => most)]),
  ]);
  const claimed = new Map(rows.map((row): [string, ClaimedSubject] => [row.subject, { ...row, events: [] }]));
  const ofClaimed = pending.rows.filter(({ subject }) => claimed.has(subject));
  for (const event of await dueEvents(sql, ofClaimed)) claimed.get(event.subject)!.events.push(event);
  const withEvents = [...claimed.values()].filter(({ events }) => events.length > 0);
  const without = [...claimed.values()].filter(({ events }) => events.length === 0);
  await releaseClaim(sql, { token, subjects: without });
  return { token, claimedAt, subjects: withEvents };
}

/** Leaves out events behind an event that is not due yet, and events with an outcome. */
async function dueEvents(sql: Sql, events: FoundEvent[]): Promise<PendingEvent[]> {
  const held = new Set<string>();
  const due: PendingEvent[] = [];
  const processed: string[] = [];
  for (const { is_due, is_processed, ...event } of events) {
    if (!is_due) held.add(event.subject);
    if (held.has(event.subject)) continue;
    if (is_processed) processed.push(event.event_id);
    else due.push(event);
  }
  // A command that is repeated after its event was processed can put the event into the inbox again.
  if (processed.length > 0) await sql.query(FORGET_PROCESSED, [processed]);
  return due;
}

/** Releases the subjects, unless another process has taken them over. */
export async function releaseClaim(sql: Sql, { token, subjects }: Pick<Claim, 'token' | 'subjects'>): Promise<void> {
  if (subjects.length > 0) await sql.query(RELEASE, [subjects.map(({ subject }) => subject), token]);
}
