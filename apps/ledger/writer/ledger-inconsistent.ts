/** The read side and the event store contradict each other; the writer must not continue from either. */
export class LedgerInconsistent extends Error {
  constructor(
    ledgerId: string,
    readonly detail: string,
  ) {
    super(`ledger ${ledgerId} accepts no writes: ${detail}; run "probity ledger verify"`);
    this.name = 'LedgerInconsistent';
  }
}
