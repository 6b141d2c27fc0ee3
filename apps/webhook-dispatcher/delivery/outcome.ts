import type { DeliveryAttempt } from '@probity/contracts/webhooks/views';
import type { AttemptResult } from './attempt';
import type { ClaimedDelivery } from './claim';
import { nextAttempt } from './retry-schedule';

const GONE = 410;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const DAY_MS = 86_400_000;
/** An endpoint is disabled when its deliveries have failed for this long. */
export const MAX_FAILING_MS = 5 * DAY_MS;

/** What is stored after an attempt. */
export interface Outcome {
  delivery: ClaimedDelivery;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  due_at: Date | null;
  response_status: number | null;
  error: string | null;
  failures: number;
  delivered_at: Date | null;
  attempt: DeliveryAttempt;
  /** what the attempt shows about the endpoint */
  endpoint: 'works' | 'fails' | 'unknown';
  /** why the endpoint is disabled now */
  disable?: Disable;
}

export interface Disable {
  reason: string;
  /** the endpoint is disabled only if no attempt has succeeded since; null: in any case */
  failingSince: Date | null;
}

/** The id of an attempt, its start and its end. */
export interface AttemptFacts {
  id: string;
  at: Date;
  ended: Date;
}

export function outcomeOf(
  delivery: ClaimedDelivery,
  facts: AttemptFacts,
  { response_status, error, retry_after_ms }: AttemptResult,
  random: number,
): Outcome {
  const { ended } = facts;
  const known = { delivery, response_status, error, attempt: attemptOf(delivery, facts, response_status, error) };
  if (error === null) {
    return { ...known, status: 'succeeded', due_at: null, failures: 0, delivered_at: ended, endpoint: 'works' };
  }
  const failures = delivery.failures + 1;
  const disable = whyDisable(delivery, response_status, ended);
  const due_at = disable === undefined ? nextAttempt(failures, ended, retry_after_ms, random) : null;
  const failed = { ...known, status: 'failed' as const, due_at, failures, delivered_at: null };
  return { ...failed, endpoint: 'fails', ...(disable && { disable }) };
}

const attemptOf = (
  { attempt_count }: ClaimedDelivery,
  { id, at, ended }: AttemptFacts,
  response_status: number | null,
  error: string | null,
): DeliveryAttempt => {
  const duration_ms = Math.max(0, ended.getTime() - at.getTime());
  return { id, number: attempt_count, at: at.toISOString(), duration_ms, response_status, error };
};

function whyDisable({ failing_since }: ClaimedDelivery, status: number | null, now: Date): Disable | undefined {
  if (status === GONE) return { reason: 'the receiver returned 410: it is gone permanently', failingSince: null };
  if (failing_since && now.getTime() - failing_since.getTime() >= MAX_FAILING_MS) {
    return { reason: `every attempt has failed since ${failing_since.toISOString()}`, failingSince: failing_since };
  }
  return undefined;
}

/** Whether a working receiver rejects this event or url, so that a pause does not help. */
export function isRefusal({ response_status }: Pick<Outcome, 'response_status'>): boolean {
  if (response_status === null || response_status < 300 || response_status >= 500) return false;
  return response_status !== REQUEST_TIMEOUT && response_status !== TOO_MANY_REQUESTS;
}

/** The outcome of an attempt that the dispatcher ended. It does not count as a failure of the receiver. */
export function cutOff(delivery: ClaimedDelivery, facts: AttemptFacts, why: 'deleted' | 'stopping'): Outcome {
  const error =
    why === 'deleted'
      ? 'the webhook was deleted'
      : 'the service stopped during the attempt; the receiver may have received the event';
  const { failures } = delivery;
  const attempt = attemptOf(delivery, facts, null, error);
  const unknown = { delivery, response_status: null, error, failures, delivered_at: null, attempt };
  return why === 'deleted'
    ? { ...unknown, status: 'canceled', due_at: null, endpoint: 'unknown' }
    : { ...unknown, status: failures > 0 ? 'failed' : 'pending', due_at: facts.ended, endpoint: 'unknown' };
}
