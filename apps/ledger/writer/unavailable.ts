import { StreamCutOff } from '@probity/event-store/event-store';
import { Refusal } from '@probity/platform/errors';
import { LedgerInconsistent, SigningKeyRejected } from './ledger-inconsistent';

export function unavailable(message: string): Refusal {
  return new Refusal('overloaded', 'unavailable', `${message}; no changes were made; retry`);
}

/** The error for a caller whose ledger cannot be read. */
export function unreadable(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof LedgerInconsistent || error instanceof StreamCutOff))
    return unavailable('the ledger cannot be read now');
  const why =
    error instanceof SigningKeyRejected
      ? 'its stored signing key is not the one that Probity created for it'
      : 'its stored data is inconsistent';
  const message = `the ledger accepts no writes because ${why}; an operator must check it`;
  return new Refusal('overloaded', 'ledger_inconsistent', message);
}
