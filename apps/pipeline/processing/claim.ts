import { randomUUID } from 'node:crypto';
import type { EventType } from '@probity/contracts/pipeline/views';
import type { Database, Sql } from '@probity/persistence/database';

/** Of one claim. */
const MAX_EVENTS = 500;

/**
 * Skips subjects that another process has claimed. The rows of new subjects are created before they are locked, so
 * that no process waits.
 */
const DUE_SUBJECTS = `
  WITH due AS (
    SELECT subject, tenant_id, min(position) AS first FROM (
      SELECT i.subject, i.tenant_id, i.position FROM pipeline.inbox i
      WHERE i.status = 'pending' AND i.due_at <= now() AND i.tenant_id <> ALL ($2) AND i.subject <> ALL ($3)
        AND NOT EXISTS (
          SELECT FROM pipeline.subjects s WHERE s.subject = i.subject AND s.lease_until > clock_timestamp())
      ORDER BY i.position LIMIT $1) AS events
    GROUP BY subject, tenant_id
  ), made AS (
    INSERT INTO pipeline.subjects (subject) SELECT subject FROM due ORDER BY subject ON CONFLICT DO NOTHING
  )
  SELECT subject, tenant_id FROM due ORDER BY first`;
/** A claim is valid until its lease runs out or it is released; the token distinguishes it from a later claim. */
const CLAIM = `
  WITH open AS (
    SELECT subject FROM pipeline.subjects
    WHERE subject = ANY($1) AND (lease_until IS NULL OR lease_until <= clock_timestamp())
    ORDER BY subject FOR UPDATE SKIP LOCKED
  )
  UPDATE pipeline.subjects s SET claim = $2, lease_until = clock_timestamp() + make_interval(secs => $3)
  FROM open WHERE s.subject = open.subject
  RETURNING s.subject, s.version::float8 AS version, s.transaction_count::float8 AS transaction_count,
    (extract(epoch FROM s.last_activity_at) * 1000)::float8 AS last_activity_at, s.alerted`;
/**
 * A separate statement after the claim, so that it sees the commits of the previous holder. Finds the events of all
 * wanted subjects, so that it can be sent before the result of the claim has arrived.
 */
const PENDING = `
  SELECT i.event_id, i.tenant_id, i.event_type, i.payload, i.subject, i.customer_id, i.attempts, i.received_at,
    i.due_at <= now() AS is_due,
    EXISTS (SELECT FROM pipeline.processed_events p WHERE p.tenant_id = i.tenant_id AND p.event_id = i.event_id)
      AS is_processed
  FROM unnest($1::text[], $2::int[]) AS wanted (subject, most) CROSS JOIN LATERAL (
    SELECT * FROM pipeline.inbox WHERE subject = wanted.subject AND status = 'pending'
    ORDER BY position LIMIT wanted.most) AS i
  ORDER BY i.position LIMIT $3`;
const FORGET_PROCESSED = 'DELETE FROM pipeline.inbox WHERE event_id = ANY($1)';
const RELEASE = `
  UPDATE pipeline.subjects SET claim = NULL, lease_until = NULL WHERE subject = ANY($1) AND claim = $2`;

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
}

interface FoundEvent extends PendingEvent {
  is_due: boolean;
  /** it has an outcome already */
  is_processed: boolean;
}

/** A subject with its due events, which are processed in order, and with the state after its earlier events. */
export interface ClaimedSubject {
  subject: string;
  /** increases with each processed batch */
  version: number;
  transaction_count: number;
  last_activity_at: number | null;
  /** when each monitoring rule last raised an alert, ISO times */
  alerted: Record<string, string>;
  /** oldest first */
  events: PendingEvent[];
}

/** A subject that has due events. All events of a subject are of one tenant. */
export interface DueSubject {
  subject: string;
  tenant_id: string;
}

/** Subjects that have due events, those with the oldest events first. */
export async function dueSubjects(
  database: Database,
  except: { tenants: string[]; subjects: string[] },
): Promise<DueSubject[]> {
  const { rows } = await database.query<DueSubject>(DUE_SUBJECTS, [MAX_EVENTS, except.tenants, except.subjects]);
  return rows;
}

/** A subject to claim, and the maximum number of its events. */
export interface WantedSubject {
  subject: string;
  most?: number;
}

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
    sql.query<FoundEvent>(PENDING, [subjects, wanted.map(({ most = MAX_EVENTS }) => most), MAX_EVENTS]),
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
