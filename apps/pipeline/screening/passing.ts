import { isTransientFailure } from '@probity/persistence/failures';
import { Refusal } from '@probity/platform/errors';

/** Whether an unreachable or busy service is the cause, so that a retry may succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.kind === 'outcome_unknown' || error.kind === 'overloaded';
  return isTransientFailure(error);
}
