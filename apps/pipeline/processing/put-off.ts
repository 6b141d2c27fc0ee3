import { AppendRejected } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { causedBy } from '@probity/platform/caused-by';
import { isUnavailable } from '@probity/persistence/unavailable';
import type { Logger } from '@probity/platform/logging';
import type { PendingEvent } from './claim';

const MAX_ATTEMPTS = 5;
const FIRST_RETRY_S = 1;
const MAX_RETRY_S = 60;

/** Later events of the subject wait with a failed event: the first pending one says when the subject is due. */
const FAILED = `
  UPDATE pipeline.inbox SET attempts = $2, last_error = $3, due_at = now() + make_interval(secs => $4)
  WHERE event_id = $1 AND status = 'pending'`;
const MAX_REASON = 1_000;

/** An event after a failed attempt. */
export interface Failed {
  attempts: number;
  /** whether it is not tried again */
  isDead: boolean;
  reason: string;
}

/** After some attempts an event is dead. An unreachable service does not count as an attempt. */
export function afterFailure({ attempts: before }: PendingEvent, error: unknown): Failed {
  const attempts = before + (isUnavailable(error) ? 0 : 1);
  const cause = causedBy(error, AppendRejected)?.cause ?? error;
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_REASON);
  return { attempts, isDead: attempts >= MAX_ATTEMPTS, reason };
}

/** Schedules a retry of a failed event, unless it is dead; see `setAsideEvent`. The events behind it wait. */
export async function putOff(sql: Sql, event: PendingEvent, error: unknown, logger: Logger): Promise<void> {
  const { attempts, isDead, reason } = afterFailure(event, error);
  const level = isDead ? 'error' : 'warn';
  logger[level]({ err: error, event_id: event.event_id, attempts, isDead }, 'could not process an event');
  if (isDead) return;
  const waitS = Math.min(MAX_RETRY_S, FIRST_RETRY_S * 2 ** Math.max(0, attempts - 1));
  await sql.query(FAILED, [event.event_id, attempts, reason, waitS]);
}
