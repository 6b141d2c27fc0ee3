import type { KeyObject } from 'node:crypto';
import type { CommitChained } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { hashesOf, sizeOf, treeOf } from '@probity/ledger-verification/merkle-tree';
import { canonicalHash } from '@probity/platform/canonical-json';
import { sign, signatureHolds } from '../signing/signature';
import { isLedgerEvent } from '../verification/event-shape';
import { type EventChain, linked } from './event-chain';

/** The version of the derivation that links all events of a ledger. */
const COMMIT_VERSION = 2;

interface Signer {
  ledger_id: string;
  tenant_id: string;
  signing_key_id: string;
  signing_key: KeyObject;
}

/** Where a commit is, and when it was made. */
interface Commit {
  id: string;
  first_revision: number;
  /** the consistency proof from the tree of the commit before */
  growth: readonly Uint8Array[];
  /** when the last event of the commit happened */
  committed_at: string;
}

/**
 * The data of the event that ends a commit: it links all events before it.
 *
 * @param chain includes the events of the commit
 */
export function chainCommit(signer: Signer, chain: EventChain, { id, ...commit }: Commit): CommitChained {
  const { ledger_id, tenant_id, signing_key_id, signing_key } = signer;
  const unsigned = {
    version: COMMIT_VERSION as 2,
    ledger_id,
    tenant_id,
    commit_id: id,
    first_revision: commit.first_revision,
    event_hash: Buffer.from(chain.eventHash).toString('hex'),
    tree_size: sizeOf(chain.tree),
    frontier: hashesOf(chain.tree).map(inBase64),
    growth: commit.growth.map(inBase64),
    committed_at: commit.committed_at,
    signing_key_id,
  };
  return { ...unsigned, signature: sign(canonicalHash(unsigned), signing_key) };
}

const inBase64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

/** What the signature of a commit signs, in hexadecimal. */
export function commitHash({ signature: _, ...unsigned }: CommitChained): string {
  return canonicalHash(unsigned);
}

/** The end of a ledger: the number of its transactions, and the key that signs it. */
interface End {
  ledger_id: string;
  position: number;
  signing_key_id: string;
  key: KeyObject;
}

/**
 * The chain after a commit at the end of a ledger; undefined when the event is not a commit of this ledger that its key
 * signed. It trusts the signature: only a verification compares the commit with the events before it. The signature does
 * not cover the id and the metadata of the event, and the next commit would: a changed id, and metadata that no commit but
 * the first has, end the ledger here.
 */
export function chainAfter(
  event: RecordedEvent,
  { ledger_id, position, signing_key_id, key }: End,
): EventChain | undefined {
  if (event.type !== 'CommitChained' || !isLedgerEvent(event)) return undefined;
  const commit = event.data as CommitChained;
  const isOfEnd =
    commit.ledger_id === ledger_id &&
    commit.tree_size === position &&
    commit.signing_key_id === signing_key_id &&
    (commit.commit_id ?? event.id) === event.id &&
    (event.metadata === undefined || commit.first_revision === 0);
  if (!isOfEnd || !signatureHolds(commitHash(commit), commit.signature, key)) return undefined;
  const tree = treeOf(
    commit.tree_size,
    commit.frontier.map((hash) => Buffer.from(hash, 'base64')),
  );
  return tree && linked({ eventHash: Buffer.from(commit.event_hash, 'hex'), tree }, event);
}
