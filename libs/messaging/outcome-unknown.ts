import { Refusal } from '@probity/platform/errors';

/** A command that was sent and may or may not be carried out; says what may be done now. */
export function outcomeUnknown(why: string, request: unknown): Refusal {
  const advice =
    typeof request === 'object' && request !== null && 'idempotency_key' in request
      ? 'Repeat the request with the same idempotency_key; that is safe.'
      : 'Read before you repeat it.';
  const message = `${why}, so the outcome is unknown: it may still be done. ${advice}`;
  return new Refusal('outcome_unknown', 'outcome_unknown', message);
}
