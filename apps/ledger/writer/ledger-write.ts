import type { LedgerEvent } from '@probity/contracts/ledger/events';
import type { EventMetadata, NewEvent } from '@probity/event-store/event-store';
import type { AccountActivity, LedgerState } from './ledger-state';

/** The data that a decision may use. */
export interface WriteContext {
  state: LedgerState;
  accountActivity: (accountId: string) => AccountActivity;
  /** The transaction with the idempotency key, if any. */
  transactionOf: (idempotencyKey: string) => string | undefined;
  /** The ledger that already has the transaction, if any; known only for the write's own `transactionId`. */
  ledgerOf: (transactionId: string) => string | undefined;
}

export type IdentifiedEvent = LedgerEvent & Pick<NewEvent, 'id' | 'metadata'>;

/** A decision on a ledger's state, whose event is appended to its stream. */
export interface LedgerWrite<Answer> {
  /** Accounts whose activity the decision needs. */
  accountIds: string[];
  idempotencyKey?: string;
  /** The transaction to post. */
  transactionId?: string;
  /** The approximate size of its events, in bytes. */
  approximateBytes: number;
  /**
   * Pure; may run again after a conflict. Returns no event when nothing changes. Throws a Refusal to reject the
   * write.
   */
  decide(context: WriteContext): { event?: IdentifiedEvent; answer: Answer };
}

/** A waiting write, and the caller who waits for its result. */
export interface Job {
  write: LedgerWrite<unknown>;
  /** of its event; a batch combines the writes of many requests */
  cause: { metadata?: EventMetadata };
  /** in `performance.now()`; later it is no longer decided */
  expiresAt: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}
