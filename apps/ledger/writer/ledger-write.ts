import type { LedgerEvent } from '@probity/contracts/ledger/events';
import type { EventMetadata, NewEvent } from '@probity/event-store/event-store';
import type { AccountActivity, LedgerState } from './ledger-state';

/** What a decision may look at. */
export interface WriteContext {
  state: LedgerState;
  accountActivity: (accountId: string) => AccountActivity;
  /** The transaction that used the idempotency key before, if any. */
  transactionOf: (idempotencyKey: string) => string | undefined;
  /** The ledger that the transaction is in already, if any; answers only for the write's own `transactionId`. */
  ledgerOf: (transactionId: string) => string | undefined;
}

export type IdentifiedEvent = LedgerEvent & Pick<NewEvent, 'id' | 'metadata'>;

/** Something to be decided on a ledger's state and appended to its stream. */
export interface LedgerWrite<Answer> {
  /** Accounts whose activity the decision asks for. */
  accountIds: string[];
  idempotencyKey?: string;
  /** The transaction that it would post. */
  transactionId?: string;
  /** About how many bytes its events take. */
  approximateBytes: number;
  /** Pure; may run again after a conflict. No event means that nothing has to change. Throws a Refusal to refuse. */
  decide(context: WriteContext): { event?: IdentifiedEvent; answer: Answer };
}

/** A write that waits for its turn, and the caller who waits for its answer. */
export interface Job {
  write: LedgerWrite<unknown>;
  /** of its event; a batch carries out what many requests led to */
  cause: { metadata?: EventMetadata };
  /** in `performance.now()`; after this nothing is decided any more */
  expiresAt: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}
