import type { DeliveryAttempt } from '@probity/contracts/webhooks/views';
import type { AttemptResult } from './attempt';
import type { ClaimedDelivery } from './claim';
import { nextAttempt } from './retry-schedule';

const GONE = 410;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const DAY_MS = 86_400_000;
/** An endpoint that has only failed for so long is disabled. */
export const MAX_FAILING_MS = 5 * DAY_MS;

/** What is written of an attempt. */
export interface Outcome {
  delivery: ClaimedDelivery;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  due_at: Date | null;
  response_status: number | null;
  error: string | null;
  failures: number;
  delivered_at: Date | null;
  attempt: DeliveryAttempt;
  /** what it says of the endpoint */
  endpoint: 'works' | 'fails' | 'unknown';
  /** why the endpoint is disabled now */
  disable?: Disable;
}

export interface Disable {
  reason: string;
  /** only if it has not worked since; null: whatever was before */
  failingSince: Date | null;
}

/** What an attempt took and when. */
export interface AttemptFacts {
  id: string;
  at: Date;
  ended: Date;
}

export function outcomeOf(
  delivery: ClaimedDelivery,
  { id, at, ended }: AttemptFacts,
  result: AttemptResult,
  random: number,
): Outcome {
  const { response_status, error, retry_after_ms } = result;
  const attempt = {
    id,
    number: delivery.attempt_count,
    at: at.toISOString(),
    duration_ms: Math.max(0, ended.getTime() - at.getTime()),
    response_status,
    error,
  };
  const known = { delivery, response_status, error, attempt };
  if (error === null) {
    return { ...known, status: 'succeeded', due_at: null, failures: 0, delivered_at: ended, endpoint: 'works' };
  }
  const failures = delivery.failures + 1;
  const disable = whyDisable(delivery, response_status, ended);
  const due_at = disable === undefined ? nextAttempt(failures, ended, retry_after_ms, random) : null;
  const failed = { ...known, status: 'failed' as const, due_at, failures, delivered_at: null };
  return { ...failed, endpoint: 'fails', ...(disable === undefined ? {} : { disable }) };
}

function whyDisable({ failing_since }: ClaimedDelivery, status: number | null, now: Date): Disable | undefined {
  if (status === GONE) return { reason: 'the receiver answered 410: it is gone for good', failingSince: null };
  if (failing_since && now.getTime() - failing_since.getTime() >= MAX_FAILING_MS) {
    return { reason: `every attempt has failed since ${failing_since.toISOString()}`, failingSince: failing_since };
  }
  return undefined;
}

/** Whether a receiver that works will not have this event, or at this url: there is no point in waiting for it. */
export function isRefusal({ response_status }: Pick<Outcome, 'response_status'>): boolean {
  if (response_status === null || response_status < 300 || response_status >= 500) return false;
  return response_status !== REQUEST_TIMEOUT && response_status !== TOO_MANY_REQUESTS;
}

/** Of an attempt that this side ended: it says nothing of the receiver and takes no place in the schedule. */
export function cutOff(
  delivery: ClaimedDelivery,
  { id, at, ended }: AttemptFacts,
  why: 'deleted' | 'stopping',
): Outcome {
  const error =
    why === 'deleted' ? 'the webhook was deleted' : 'cut off when the service was stopped; it may have arrived';
  const duration_ms = Math.max(0, ended.getTime() - at.getTime());
  const attempt = {
    id,
    number: delivery.attempt_count,
    at: at.toISOString(),
    duration_ms,
    response_status: null,
    error,
  };
  const unknown = { delivery, response_status: null, error, failures: delivery.failures, delivered_at: null, attempt };
  return why === 'deleted'
    ? { ...unknown, status: 'canceled', due_at: null, endpoint: 'unknown' }
    : { ...unknown, status: delivery.failures > 0 ? 'failed' : 'pending', due_at: ended, endpoint: 'unknown' };
}
