/** The read side and the event store contradict each other; the writer must not continue from either. */
export class LedgerInconsistent extends Error {
  constructor(
    ledgerId: string,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`ledger ${ledgerId} accepts no writes: ${detail}; run "probity ledger verify"`, options);
    this.name = 'LedgerInconsistent';
  }
}

/** The stored signing key of a ledger is missing, or is not the one that Probity created for it. */
export class SigningKeyRejected extends LedgerInconsistent {}
