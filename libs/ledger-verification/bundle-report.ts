import { shortened } from './shown';

/** What a check of a bundle is about; the first one that fails is reported. */
export type BundleCheck =
  | 'file'
  | 'header'
  | 'event'
  | 'missing_event'
  | 'account'
  | 'content_hash'
  | 'transaction_hash'
  | 'chain'
  | 'posted_at'
  | 'double_entry'
  | 'event_chain'
  | 'tree'
  | 'checkpoint'
  | 'kept_checkpoint'
  | 'tenant_log';

/** The first item of a bundle that is wrong. */
export interface WrongItem {
  check: BundleCheck;
  /** of the event; null when it is about the bundle */
  revision: number | null;
  /** of the transaction; null when it is about another item */
  position: number | null;
  /** a sentence without its full stop */
  detail: string;
}

/** A detail may quote the file, which may have texts of megabytes. */
const MAX_DETAIL = 1_000;

/** Ends a verification. */
export class Wrong extends Error {
  readonly item: WrongItem;

  constructor(item: WrongItem) {
    const detail = shortened(item.detail, MAX_DETAIL);
    super(detail);
    this.item = { ...item, detail };
  }
}

/**
 * What a bundle may prove:
 *
 * - `transactions`: each hash, link, balance, account and time in the bundle agrees
 * - `events`: each commit links all events before it, so that the bundle agrees with itself
 * - `checkpoint`: a trusted key has signed the tree of the transactions
 * - `kept_checkpoints`, if you gave some: the bundle continues each of them
 * - `tenant_log`: a trusted key has signed that the log of the tenant has a commit, and with it all events before
 * - `signatures`: the HMACs of transactions and commits; only Probity has their keys, so no bundle ever proves them
 */
export type ClaimName = 'transactions' | 'events' | 'checkpoint' | 'kept_checkpoints' | 'tenant_log' | 'signatures';

export interface Claim {
  claim: ClaimName;
  proven: boolean;
  /** what exactly was proven, or why it was not */
  detail: string;
}

export interface BundleCounts {
  events: number;
  accounts: number;
  transactions: number;
  entries: number;
  commits: number;
}

/** The end of what was checked. Hashes are in lower-case hexadecimal. */
export interface BundleHead {
  /** of the last event; -1 when there is none */
  revision: number;
  position: number;
  /** of the last transaction; 64 zeros when there is none */
  hash: string;
  /** running hash over all events */
  event_hash: string;
  /** of the Merkle tree over the transactions */
  root: string;
}

export interface BundleReport {
  ledger_id: string | null;
  /**
   * `proven`: nothing is wrong, a trusted key has signed all transactions, and the bundle continues the checkpoints that you
   * gave. `unproven`: nothing is wrong
   */
  verdict: 'proven' | 'unproven' | 'wrong';
  counts: BundleCounts;
  head: BundleHead;
  /** how many, from the first, a trusted key has signed; null when no trusted key has signed, or something is wrong */
  signed_transactions: number | null;
  claims: Claim[];
  wrong: WrongItem | null;
}
