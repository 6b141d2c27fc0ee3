import type { EventMetadata } from '@probity/event-store/event-store';
import type { AccountActivity, IdentifiedEvent, LedgerState } from './ledger-state';

/** The data that a decision may use. */
export interface WriteContext {
  state: LedgerState;
  accountActivity: (accountId: string) => AccountActivity;
  /** The transaction with the idempotency key, if any. */
  transactionOf: (idempotencyKey: string) => string | undefined;
  /** The ledger that already has the transaction, if any; known only for the write's own `transactionId`. */
  ledgerOf: (transactionId: string) => string | undefined;
}

/** A change of a ledger: what the decision needs, and the function that decides. Its event is appended. */
export interface LedgerWrite<Answer> {
  /** The tenant that asks. Writes of a tenant wait behind its own. */
  tenantId: string;
  /** Accounts whose activity the decision needs. */
  accountIds: string[];
  idempotencyKey?: string;
  /** The transaction to post. */
  transactionId?: string;
  /** The approximate size of the event, in bytes. */
  approximateBytes: number;
  /**
   * Must be pure, because it may run again after a conflict. Returns no event when nothing changes. Throws a Refusal
   * to reject the write.
   *
   * `commitAt`: ends the batch with a commit at this time also when no write of it has an event.
   */
  decide(context: WriteContext): { event?: IdentifiedEvent; commitAt?: string; answer: Answer };
}

/** A waiting write, and the caller who waits for its result. */
export interface Job {
  write: LedgerWrite<unknown>;
  /** the metadata of the event; stored per write, because a batch combines the writes of many requests */
  cause: { metadata?: EventMetadata };
  /** on the clock of `performance.now()`; a write that is not decided by then is rejected */
  expiresAt: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}
