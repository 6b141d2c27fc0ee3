import { Refusal } from '@probity/platform/errors';
import { isConnectionFailure, isTransientFailure } from './failures';

/** Whether the error means that a dependency was unavailable or busy. The same work may then succeed later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Refusal) return error.kind === 'outcome_unknown' || error.kind === 'overloaded';
  return isTransientFailure(error) || isConnectionFailure(error);
}
