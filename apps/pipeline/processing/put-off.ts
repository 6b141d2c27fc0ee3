import type { Sql } from '@probity/persistence/database';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import type { PendingEvent } from './claim';

const MAX_ATTEMPTS = 5;
const FIRST_RETRY_S = 1;
const MAX_RETRY_S = 60;

/** Later events of the subject wait with a failed event: the first pending one says when the subject is due. */
const FAILED = `
  UPDATE pipeline.inbox SET attempts = $2, last_error = $3, status = $4, due_at = now() + make_interval(secs => $5)
  WHERE event_id = $1`;
const MAX_REASON = 1_000;

/**
 * Schedules a retry of a failed event; the events behind it wait. After some attempts it is dead: officers see it
 * and can rerun it, and the events behind it continue. An unreachable service does not count as an attempt.
 */
export async function putOff(sql: Sql, event: PendingEvent, error: unknown, logger: Logger): Promise<void> {
  const attempts = event.attempts + (isUnavailable(error) ? 0 : 1);
  const isDead = attempts >= MAX_ATTEMPTS;
  const level = isDead ? 'error' : 'warn';
  logger[level]({ err: error, event_id: event.event_id, attempts, isDead }, 'could not process an event');
  const reason = error instanceof Error ? error.message : String(error);
  if (isDead) return giveUp(sql, event, attempts, reason);
  const waitS = Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** Math.max(0, attempts - 1));
  await sql.query(FAILED, [event.event_id, attempts, reason.slice(0, MAX_REASON), 'pending', waitS]);
}

/** Declares an event dead; the events behind it continue. */
export async function giveUp(sql: Sql, event: PendingEvent, attempts: number, reason: string): Promise<void> {
  await sql.query(FAILED, [event.event_id, attempts, reason.slice(0, MAX_REASON), 'dead', 0]);
}
