import { Refusal } from '@probity/platform/errors';

/** The error for a command that was sent and may or may not be carried out. The message tells the caller what to do. */
export function outcomeUnknown(why: string, request: unknown): Refusal {
  const advice =
    typeof request === 'object' && request !== null && 'idempotency_key' in request
      ? 'Retry with the same idempotency_key; that is safe.'
      : 'Read the current state before you retry.';
  const message = `${why}, so the outcome is unknown: the command may still be carried out. ${advice}`;
  return new Refusal('outcome_unknown', 'outcome_unknown', message);
}
