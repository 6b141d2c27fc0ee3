import { Refusal } from '@probity/platform/errors';
import { LedgerInconsistent } from './ledger-loader';

export function unavailable(message: string): Refusal {
  return new Refusal('overloaded', 'unavailable', `${message}; nothing was done and the request may be repeated`);
}

/** What a caller is told when its ledger cannot be read. */
export function unreadable(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof LedgerInconsistent)) return unavailable('the ledger cannot be read now');
  return new Refusal(
    'overloaded',
    'ledger_inconsistent',
    'the ledger takes no writes because what is stored of it contradicts itself; an operator must look at it',
  );
}
