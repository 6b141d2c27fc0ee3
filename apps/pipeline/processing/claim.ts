import type { EventType } from '@probity/contracts/pipeline/views';
import type { Database, Sql } from '@probity/persistence/database';

const MAX_EVENTS = 500;

/** The rows of new subjects are made before they are locked, so that nobody waits for anybody. */
const DUE_SUBJECTS = `
  WITH due AS (
    SELECT DISTINCT subject FROM (
      SELECT subject FROM pipeline.inbox
      WHERE status = 'pending' AND due_at <= now() ORDER BY position LIMIT $1) AS first
  ), made AS (
    INSERT INTO pipeline.subjects (subject) SELECT subject FROM due ORDER BY subject ON CONFLICT DO NOTHING
  )
  SELECT subject FROM due`;
const LOCK = `
  SELECT subject, version, transaction_count, last_activity_at, alerted FROM pipeline.subjects
  WHERE subject = ANY($1) ORDER BY subject FOR UPDATE SKIP LOCKED`;
/** After the lock, in a statement of its own, so that it sees what the holder before committed. */
const PENDING = `
  SELECT event_id, tenant_id, event_type, payload, subject, customer_id, attempts, received_at, due_at <= now() AS is_due
  FROM pipeline.inbox
  WHERE subject = ANY($1) AND status = 'pending' ORDER BY position LIMIT $2`;

export interface PendingEvent {
  event_id: string;
  tenant_id: string;
  event_type: EventType;
  payload: Record<string, unknown>;
  subject: string;
  /** null while nobody has the event's reference */
  customer_id: string | null;
  attempts: number;
  received_at: Date;
}

/** Events that stay in order with each other, and what is known of their customer's events so far. */
export interface ClaimedSubject {
  subject: string;
  /** goes up with each batch that was processed */
  version: number;
  transaction_count: number;
  last_activity_at: number | null;
  /** when each monitoring rule last raised an alert, ISO times */
  alerted: Record<string, string>;
  /** oldest first */
  events: PendingEvent[];
}

/** Subjects that have events to process now. */
export async function dueSubjects(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ subject: string }>(DUE_SUBJECTS, [MAX_EVENTS]);
  return rows.map(({ subject }) => subject);
}

interface SubjectRow {
  subject: string;
  version: string;
  transaction_count: string;
  last_activity_at: Date | null;
  alerted: Record<string, string>;
}

/**
 * Takes subjects for the time of a transaction. Whoever has one is the only one that processes its
 * events; when the connection goes, so does the claim, and what was done under it is rolled back.
 */
export async function claimSubjects(sql: Sql, subjects: string[], mostEvents = MAX_EVENTS): Promise<ClaimedSubject[]> {
  const { rows } = await sql.query<SubjectRow>(LOCK, [subjects]);
  if (rows.length === 0) return [];
  const claimed = new Map<string, ClaimedSubject>();
  for (const { subject, version, transaction_count, last_activity_at, alerted } of rows) {
    claimed.set(subject, {
      subject,
      version: Number(version),
      transaction_count: Number(transaction_count),
      last_activity_at: last_activity_at?.getTime() ?? null,
      alerted,
      events: [],
    });
  }
  const pending = await sql.query<PendingEvent & { is_due: boolean }>(PENDING, [[...claimed.keys()], mostEvents]);
  const held = new Set<string>(); // subjects whose first event waits for its next try: what came later waits behind it
  for (const { is_due, ...event } of pending.rows) {
    if (!is_due) held.add(event.subject);
    if (!held.has(event.subject)) claimed.get(event.subject)!.events.push(event);
  }
  return [...claimed.values()].filter(({ events }) => events.length > 0);
}
