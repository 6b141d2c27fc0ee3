import { Refusal } from '@probity/platform/errors';
import { AppendRejected } from './event-store';

/** @throws the Refusal that `before` of a decision threw in the transaction of an append, or the error itself */
export function refusedInTransaction(error: unknown): never {
  throw error instanceof AppendRejected && error.cause instanceof Refusal ? error.cause : error;
}
