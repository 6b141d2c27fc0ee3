import { Refusal } from '@probity/platform/errors';
import { isConnectionFailure, isTransientFailure } from './database';

/** Whether something failed because what it needs could not be reached or was busy, and not because of itself. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Refusal) return error.kind === 'outcome_unknown' || error.kind === 'overloaded';
  return isTransientFailure(error) || isConnectionFailure(error);
}
