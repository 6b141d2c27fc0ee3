import { Refusal } from '@probity/platform/errors';
import { isConnectionFailure, isTransientFailure } from './failures';

/**
 * Whether the error means that a dependency was unavailable or busy. The same work may then succeed later. Damaged events
 * stay damaged until an operator restores them, so work that waits for that would keep other work.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Refusal)
    return error.kind === 'outcome_unknown' || (error.kind === 'overloaded' && error.code !== 'event_damaged');
  return isTransientFailure(error) || isConnectionFailure(error);
}
