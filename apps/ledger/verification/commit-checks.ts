import type { KeyObject } from 'node:crypto';
import type { CommitChained, TransactionPosted } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { canonicalJson } from '@probity/ledger-verification/canonical-json';
import { hashesOf } from '@probity/ledger-verification/merkle-tree';
import { commitHash } from '../commits/chain-commit';
import { type EventChain, linked, NO_EVENTS } from '../commits/event-chain';
import { signatureHolds } from '../signing/signature';

type RecordedCommit = RecordedEvent<string, CommitChained>;

interface FailedCheck {
  check: string;
  detail: string;
}

/**
 * Follows the events of a ledger from the first, and compares each commit with the events before it. A stream of an older
 * version has no commit until it is taken over; from its first commit on, each event is in one.
 */
export class CommitChecks {
  chain: EventChain = NO_EVENTS;
  /** revision of the last commit; -1 before the first */
  lastCommit = -1;
  /** roots of complete subtrees, by `<level>/<index>` */
  readonly nodes = new Map<string, Uint8Array>();
  private transactions = 0;
  /** why the ledger was created, as JSON */
  private cause: string | undefined;

  /**
   * Links the next event. Returns what is wrong with it, or undefined.
   *
   * @param key the signing key that a commit names
   */
  next(event: RecordedEvent, key?: KeyObject): FailedCheck | undefined {
    const failed =
      event.type === 'CommitChained' ? this.failed(event as RecordedCommit, key) : this.wrongVersion(event);
    if (failed) return failed;
    this.chain = linked(this.chain, event, {
      completed: ({ level, index, hash }) => this.nodes.set(`${level}/${index}`, hash),
    });
    if (event.revision === 0) this.cause = canonicalJson(event.metadata);
    if (event.type === 'TransactionPosted') this.transactions++;
    if (event.type === 'CommitChained') this.lastCommit = event.revision;
    return undefined;
  }

  /** What is wrong with the end of the stream at this revision, or undefined. */
  end(lastRevision: number): FailedCheck | undefined {
    if (this.lastCommit === -1 || this.lastCommit === lastRevision) return undefined;
    return unchained(`the events after revision ${this.lastCommit} are in no commit`);
  }

  private wrongVersion({ type, data }: RecordedEvent): FailedCheck | undefined {
    if (type !== 'TransactionPosted') return undefined;
    const hasNonce = (data as TransactionPosted).payload.nonce !== undefined;
    if (hasNonce && this.lastCommit === -1) return unchained('its version posts after a commit only');
    if (!hasNonce && this.lastCommit !== -1) return unchained('its version is older than the commit before it');
    return undefined;
  }

  private failed({ data: commit, metadata }: RecordedCommit, key: KeyObject | undefined): FailedCheck | undefined {
    const frontier = hashesOf(this.chain.tree).map((hash) => Buffer.from(hash).toString('base64'));
    if (commit.first_revision !== this.lastCommit + 1)
      return unchained(`it does not begin at revision ${this.lastCommit + 1}`);
    if (commit.event_hash !== Buffer.from(this.chain.eventHash).toString('hex'))
      return unchained('an event before it was changed, or it was itself');
    if (commit.tree_size !== this.transactions || commit.frontier.join() !== frontier.join())
      return unchained('its tree is not the tree of the transactions before it');
    if (!signatureHolds(commitHash(commit), commit.signature, key))
      return { check: 'signature_ok', detail: 'the signature of its commit does not hold' };
    if (metadata !== undefined && (commit.first_revision !== 0 || canonicalJson(metadata) !== this.cause))
      return unchained('it has metadata that Probity did not write');
    return undefined;
  }
}

const unchained = (detail: string): FailedCheck => ({ check: 'event_chain', detail });
