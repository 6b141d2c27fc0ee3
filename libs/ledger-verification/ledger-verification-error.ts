/**
 * Why a proof must not be trusted:
 *
 * - `malformed`: it does not have the form of its specification
 * - `unknown_key`: no trusted key has signed it
 * - `wrong_signature`: it names a trusted key, and the signature is not by this key
 * - `mismatch`: it is well-formed, and proves something else
 */
export type LedgerProblem = 'malformed' | 'unknown_key' | 'wrong_signature' | 'mismatch';

/** What was verified must not be trusted. The message says what is wrong and where. */
export class LedgerVerificationError extends Error {
  constructor(
    readonly code: LedgerProblem,
    message: string,
  ) {
    super(message);
    this.name = 'LedgerVerificationError';
  }
}

export const malformed = (message: string): LedgerVerificationError =>
  new LedgerVerificationError('malformed', message);
