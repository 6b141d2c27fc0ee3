import { canonicalJson } from './canonical-json';
import { type BundleCheck, type BundleCounts, type BundleHead, Wrong } from './bundle-report';
import { parsedObject } from './bundle-header';
import { toBase64, toHex } from './encoding';
import { afterData, chained, eventText, NO_EVENTS, type PlacedEvent } from './event-chain';
import { isId } from './ids';
import { appendLeaf, EMPTY_TREE, type Frontier, leafHash, rootOf } from './merkle-tree';
import { shown } from './shown';
import { leafText } from './transaction-leaf';
import { checkTransaction, type Posted, transactionText } from './transaction-checks';

type Fields = Record<string, unknown>;

/** Checks the events of a ledger in their order, from the first. Its memory grows with the number of accounts only. */
export class EventChecks {
  readonly counts: BundleCounts = { events: 0, accounts: 0, transactions: 0, entries: 0, commits: 0 };
  tree: Frontier = EMPTY_TREE;
  /** revision of the last event; -1 before the first */
  revision = -1;
  /** revision of the last commit; -1 before the first */
  lastCommit = -1;
  private eventHash = NO_EVENTS;
  private headHash = '0'.repeat(64);
  private postedAt = '';
  private currency: unknown;
  private readonly accounts = new Set<unknown>();
  private readonly texts = new WeakMap<Uint8Array, string>();

  constructor(
    private readonly ledgerId: string,
    private readonly tenantId: string,
  ) {}

  head(): BundleHead {
    const { revision, headHash: hash, eventHash, tree } = this;
    return { revision, position: tree.size, hash, event_hash: toHex(eventHash), root: toHex(rootOf(tree)) };
  }

  /**
   * Checks the event in the next line, and returns it.
   *
   * @throws Wrong
   */
  next(line: string): PlacedEvent {
    const event = parsedObject(line) as unknown as PlacedEvent | undefined;
    if (!event || !isPlaced(event)) throw this.wrong('event', 'the line after it is not an event in JSON');
    if (event.revision <= this.revision || (this.revision === -1 && event.revision !== 0)) {
      throw this.wrong('missing_event', `revision ${event.revision} cannot follow revision ${this.revision}`);
    }
    this.revision = event.revision;
    try {
      this.check(line, event);
    } catch (error) {
      if (error instanceof RangeError) throw this.wrong('event', `it cannot be checked: ${error.message}`); // nested too deep
      throw error;
    }
    this.counts.events++;
    return event;
  }

  private check(line: string, event: PlacedEvent): void {
    const data = parsedFields(event.data);
    if (!data) throw this.wrong('event', 'it has no data');
    if (data['ledger_id'] !== this.ledgerId || data['tenant_id'] !== this.tenantId) {
      throw this.wrong('event', 'it belongs to another ledger or tenant');
    }
    if (event.type === 'TransactionPosted') return this.checkPosted(line, event, data as unknown as Posted);
    if (eventText(event) !== line) throw this.wrong('event', 'its line is not its canonical JSON (RFC 8785)');
    this.checkOther(event, data);
    this.eventHash = chained(this.eventHash, line);
  }

  /** @throws Wrong when events after the last commit are left, or the bundle was cut */
  end(lastRevision: number): void {
    if (this.revision !== lastRevision) {
      throw this.wrong('missing_event', `it is the last one, but the header says that revision ${lastRevision} is`);
    }
    if (this.counts.commits > 0 && this.lastCommit !== this.revision) {
      throw this.wrong('event_chain', `it is in no commit; the last commit is at revision ${this.lastCommit}`);
    }
  }

  private checkPosted(line: string, event: PlacedEvent, posted: Posted): void {
    const position = this.tree.size + 1;
    const { ledgerId: ledger_id, headHash: previous_hash, postedAt, currency, accounts } = this;
    const isAfterCommit = this.lastCommit !== -1;
    const expected = { id: event.id, ledger_id, position, previous_hash, postedAt, currency, accounts, isAfterCommit };
    const texts = { leaf: leafText(posted), payload: canonicalJson(posted.payload) };
    const failed = checkTransaction(posted, texts, expected);
    if (failed) throw this.wrong(failed.check, failed.detail, position);
    const rest = afterData(event);
    if (`{"data":${transactionText(posted, texts.payload)}${rest}` !== line) {
      throw this.wrong('event', 'it has a field that no transaction has, or its line is not canonical JSON', position);
    }
    this.tree = appendLeaf(this.tree, leafHash(texts.leaf));
    this.headHash = posted.transaction_hash;
    this.postedAt = posted.posted_at;
    this.eventHash = chained(this.eventHash, `{"data":"${posted.transaction_hash}"${rest}`);
    this.counts.transactions++;
    this.counts.entries += posted.payload.entries.length;
  }

  private checkOther({ id, type, revision }: PlacedEvent, data: Fields): void {
    if ((type === 'LedgerCreated') !== (revision === 0)) {
      throw this.wrong('event', 'a ledger begins with the event that creates it, and has no second one');
    }
    switch (type) {
      case 'LedgerCreated':
        this.currency = data['currency'];
        if (id !== this.ledgerId) throw this.wrong('event', 'its id is not that of the ledger');
        return;
      case 'AccountOpened':
        if (id !== data['account_id']) throw this.wrong('event', 'its id is not that of its account');
        if (!isId(id)) throw this.wrong('account', `the id of the account, ${shown(id)}, is not a UUID`);
        if (this.accounts.has(id)) throw this.wrong('account', `account ${shown(id)} was opened before`);
        this.accounts.add(id);
        this.counts.accounts++;
        return;
      case 'AccountActivityChanged':
        if (this.accounts.has(data['account_id'])) return;
        throw this.wrong('account', `account ${shown(data['account_id'])} was not opened before`);
      case 'CommitChained':
        return this.checkCommit(data);
      default:
        throw this.wrong('event', `this verifier does not know events of the type ${shown(type)}; use a newer one`);
    }
  }

  private checkCommit(data: Fields): void {
    const [first, hash] = [this.lastCommit + 1, toHex(this.eventHash)];
    const differs = (what: string): Wrong => this.wrong('event_chain', `it is a commit, and ${what}`);
    if (data['version'] !== 2) throw differs(`its version is ${shown(data['version'])}; this verifier knows version 2`);
    if (data['first_revision'] !== first) throw differs(`it does not begin at revision ${first}`);
    if (data['event_hash'] !== hash)
      throw differs('an event before it was changed, added or removed, or it was itself');
    if (data['tree_size'] !== this.tree.size) throw differs(`its tree does not have ${this.tree.size} transactions`);
    const { frontier } = data;
    const isFrontier = Array.isArray(frontier) && frontier.length === this.tree.hashes.length;
    if (!isFrontier || !this.tree.hashes.every((hash, at) => this.textOf(hash) === frontier[at])) {
      throw this.wrong('tree', 'it is a commit, and its tree is not that of the transactions before it');
    }
    this.lastCommit = this.revision;
    this.counts.commits++;
  }

  /** Large subtrees stay for many commits. */
  private textOf(hash: Uint8Array): string {
    const known = this.texts.get(hash);
    if (known !== undefined) return known;
    const text = toBase64(hash);
    this.texts.set(hash, text);
    return text;
  }

  private wrong(check: BundleCheck, detail: string, position: number | null = null): Wrong {
    return new Wrong({ check, revision: this.revision, position, detail });
  }
}

function isPlaced({ revision, id, type }: PlacedEvent): boolean {
  return Number.isSafeInteger(revision) && typeof id === 'string' && typeof type === 'string';
}

function parsedFields(data: unknown): Fields | undefined {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : undefined;
}
