import { Refusal } from '@probity/platform/errors';
import type { CommandCall } from './command-call';

/** The error for a command that was sent and may or may not be carried out. The message tells the caller what to do. */
export function outcomeUnknown(why: string, { request, key }: Pick<CommandCall, 'request' | 'key'>): Refusal {
  const message = `${why}, so the outcome is unknown: the command may still be carried out. ${advice(request, key)}`;
  return new Refusal('outcome_unknown', 'outcome_unknown', message);
}

function advice(request: unknown, key: CommandCall['key']): string {
  if (key) return 'Retry with the same Idempotency-Key; that is safe.';
  return isKeyedPosting(request)
    ? 'Retry with the same idempotency_key; that is safe.'
    : 'Read the current state before you retry.';
}

const isKeyedPosting = (request: unknown): boolean =>
  (request as { posting?: { idempotency_key?: string } } | null)?.posting?.idempotency_key !== undefined;
