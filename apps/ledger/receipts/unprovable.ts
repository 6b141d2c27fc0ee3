import { Refusal } from '@probity/platform/errors';

/**
 * The error for a caller that gets no proof of a ledger, because stored rows or events contradict each other.
 *
 * @param what contradicts what
 */
export const unprovable = (ledgerId: string, what: string): Refusal =>
  new Refusal(
    'overloaded',
    'ledger_inconsistent',
    `ledger ${ledgerId} proves nothing now: ${what}; an operator runs probity ledger verify, and probity audit verify`,
  );
