import { setTimeout } from 'node:timers/promises';
import type { BrokenLink, LedgerVerification } from '@probity/contracts/ledger/views';
import {
  type CommitChained,
  type LedgerCreated,
  ledgerStream,
  type TransactionPosted,
} from '@probity/contracts/ledger/events';
import { type EventStore, type RecordedEvent, StreamCutOff } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { fieldsThatDiffer } from '@probity/read-side/ledger/fields-that-differ';
import { postingMismatches, storedPostings } from '@probity/read-side/ledger/stored-postings';
import type { EventChain } from '../commits/event-chain';
import { LedgerPoints } from '../signing/ledger-points';
import { SigningKeyUnreadable } from '../signing/signing-key';
import type { SigningKey, SigningKeys } from '../signing/signing-keys';
import { AccountChecks } from './account-checks';
import { CheckpointChecks } from './checkpoint-checks';
import { CommitChecks } from './commit-checks';
import { LoggedCheckpoint } from './logged-checkpoint';
import { wrongNode } from './stored-nodes';
import { findWrongTotals } from './read-side-totals';
import { isLedgerEvent } from './event-shape';
import { accountWithoutCode, type StoredAccount, storedAccounts } from './stored-accounts';
import { ledgerRow, type StoredLedger, storedLedger } from './stored-ledger';
import { checkTransaction, envelopeMismatches, FAILURES, GENESIS, type Link } from './transaction-checks';

export interface WalkOptions {
  /** signed checkpoints of the ledger that were kept elsewhere */
  kept?: string[];
  /** events that are checked at once, without a turn for other work of the process; default: those of one read */
  chunkSize?: number;
  /** whether it also reads what the log of the tenant has since the last checkpoint, which may be long */
  readsLog?: boolean;
}

/** How long the projection of the last event may take. */
const PROJECTION_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** Thrown at the first failed check to end the verification. */
class Broken extends Error {
  constructor(readonly link: BrokenLink) {
    super(link.detail);
  }
}

/**
 * Verifies a ledger from its first event to the revision that the read side has at the start. It recomputes every
 * hash and signature, compares every projected row with its event, and compares the totals at the end. It stops at
 * the first failed check. The ledger accepts writes meanwhile.
 *
 * It compares the transactions with the last checkpoint that the notary signed. A person who owns the database can restore
 * an older state of everything in it: only a checkpoint that was kept elsewhere reveals that.
 */
export class LedgerWalk {
  private head: Link = GENESIS;
  private nextRevision = 0;
  private checked = 0;
  private total = 0;
  private readonly accounts = new AccountChecks();
  /** a row that differs from its event: the next commit says whether the event was changed */
  private differing: BrokenLink | undefined;
  private readonly keys = new Map<string, SigningKey | undefined>();
  /** of the key that signed last; the keys before it sign nothing any more */
  private keyPosition = 0;
  private readonly commits = new CommitChecks();
  private checkpoints: CheckpointChecks | undefined;
  private points = new LedgerPoints([]);

  constructor(
    private readonly sql: Sql,
    private readonly events: EventStore,
    private readonly signingKeys: SigningKeys,
    private readonly tenantId: string,
    private readonly ledgerId: string,
    private readonly now: () => Date,
    private readonly options: WalkOptions = {},
  ) {}

  /** What the events add up to that were checked, and the revision of the last of them. */
  get chained(): { chain: EventChain; revision: number } {
    return { chain: this.commits.chain, revision: this.nextRevision - 1 };
  }

  async *run(): AsyncGenerator<LedgerVerification> {
    const { sql, events, tenantId, ledgerId } = this;
    const { kept = [], chunkSize, readsLog } = this.options;
    try {
      // Before the head: the notary may sign what is posted meanwhile, and the key may be replaced.
      const last = new LoggedCheckpoint(sql, events, tenantId, ledgerId);
      for await (const _ of last.find(readsLog)) yield this.progress(false, null);
      this.checkpoints = await CheckpointChecks.read(sql, tenantId, ledgerId, last, kept);
      if (this.checkpoints.failed) throw new Broken(this.checkpoints.failed);
      this.points = await LedgerPoints.read(this.signingKeys, ledgerId);
      const goal = await this.readHead();
      this.total = goal.head_position;
      yield this.progress(false, null);
      for await (const chunk of events.readStream(ledgerStream(ledgerId), { to: goal.revision, chunkSize })) {
        await this.checkChunk(chunk, goal);
        yield this.progress(false, null);
      }
      await this.checkEnd(goal);
      yield this.progress(true, null);
    } catch (error) {
      if (error instanceof Broken) yield this.progress(true, error.link);
      else if (error instanceof StreamCutOff) yield this.progress(true, this.link('missing_event', error.message));
      else if (error instanceof SigningKeyUnreadable)
        yield this.progress(true, this.link('signature_ok', error.message));
      else throw error;
    }
  }

  private progress(done: boolean, broken: BrokenLink | null): LedgerVerification {
    return {
      ledger_id: this.ledgerId,
      done,
      checked: this.checked,
      total: this.total,
      verified: done && broken === null,
      head: this.head,
      broken,
      checkpoints: this.checkpoints?.compared ?? [],
      ...(done ? { verified_at: this.now().toISOString() } : {}),
    };
  }

  private async readHead(): Promise<StoredLedger> {
    const row = await storedLedger(this.sql, this.ledgerId);
    if (!row) this.break('read_side', 'the ledger is missing from the read side', null);
    return row;
  }

  /** The row, when it has this revision: a store that appends and projects in two steps gets some time for it. */
  private async headAt(revision: number): Promise<StoredLedger> {
    const until = performance.now() + (this.events.isAtomic ? 0 : PROJECTION_MS);
    for (;;) {
      const row = await this.readHead();
      if (row.revision >= revision || performance.now() >= until) return row;
      await setTimeout(LOOK_AGAIN_MS);
    }
  }

  private async checkChunk(chunk: RecordedEvent[], goal: StoredLedger): Promise<void> {
    const transactionIds = chunk.filter(isType('TransactionPosted')).map((event) => event.id);
    const accountIds = chunk.filter(isType('AccountOpened')).map((event) => event.id);
    const [postings, accounts] = await Promise.all([
      storedPostings(this.sql, transactionIds),
      accountIds.length > 0 ? storedAccounts(this.sql, accountIds) : new Map<string, StoredAccount>(),
    ]);

    for (const event of chunk) {
      if (event.revision !== this.nextRevision) {
        this.break('missing_event', `the event at revision ${this.nextRevision} is missing`);
      }
      this.nextRevision++;
      if (event.isForeign) this.break('event', `another program wrote the event at revision ${event.revision}`);
      if (typeof event.data !== 'object' || event.data === null) {
        this.break('event', `the event at revision ${event.revision} cannot be read`);
      }
      if (event.type === 'TransactionPosted') await this.checkPosted(event, postings.get(event.id));
      else this.checkOther(event, goal, accounts);
      await this.checkCommit(event);
    }
  }

  private async checkCommit(event: RecordedEvent): Promise<void> {
    const key =
      event.type === 'CommitChained' ? await this.signer((event.data as CommitChained).signing_key_id) : undefined;
    const failed = this.commits.next(event, key?.key);
    if (failed) this.break(failed.check, `the ${event.type} at revision ${event.revision}: ${failed.detail}`);
    const changed = this.points.next(event.revision, this.commits.chain.eventHash);
    if (changed) this.break('event_chain', changed, null);
    const other = this.checkpoints!.next(this.commits.chain.tree);
    if (other) throw new Broken(other);
    if (event.type === 'CommitChained') this.breakIfDiffering();
  }

  private breakIfDiffering(): void {
    if (this.differing) throw new Broken(this.differing);
  }

  /** Checks the fields of other events, their ledger and tenant, and the read side. */
  private checkOther(event: RecordedEvent, goal: StoredLedger, accounts: Map<string, StoredAccount>): void {
    if (!isLedgerEvent(event))
      this.break('event', `the event at revision ${event.revision} is not a valid ${event.type} of a ledger`);
    if (event.data.ledger_id !== this.ledgerId || event.data.tenant_id !== this.tenantId) {
      this.break('event', `the event at revision ${event.revision} belongs to another ledger or tenant`);
    }
    switch (event.type) {
      case 'LedgerCreated':
        return this.checkCreated(event, goal);
      case 'AccountOpened': {
        if (event.data.account_id !== event.id)
          this.break('event', `the id of the event at revision ${event.revision} is not the id of its account`);
        const wrong = this.accounts.opened(event.data, event.revision, accounts.get(event.id));
        if (wrong) this.differing ??= this.link('read_side', wrong);
        return;
      }
      case 'AccountActivityChanged': {
        const wrong = this.accounts.activityChanged(event.data, event.revision);
        if (wrong) this.break('event', wrong);
        return;
      }
      case 'CommitChained':
        if ((event.data.commit_id ?? event.id) !== event.id)
          this.break('event', `the id of the event at revision ${event.revision} is not the id of its commit`);
        return;
      case 'TransactionPosted':
        throw new Error('transactions are checked by checkPosted');
    }
  }

  private checkCreated(event: RecordedEvent, goal: StoredLedger): void {
    const data = event.data as LedgerCreated;
    const isFirst = event.revision === 0 && event.id === this.ledgerId;
    if (!isFirst) this.break('event', `the event at revision ${event.revision} does not create the ledger`);
    const wrong = fieldsThatDiffer(ledgerRow(data), goal);
    if (wrong.length > 0)
      this.differing ??= this.link('read_side', `the row of the ledger differs from its event in ${wrong.join(', ')}`);
  }

  private async checkPosted(event: RecordedEvent, stored: Parameters<typeof postingMismatches>[2]): Promise<void> {
    const data = event.data as TransactionPosted;
    const checks = checkTransaction(data, this.head, undefined, (await this.signer(data.signing_key_id))?.key);
    const failed = (Object.keys(checks) as (keyof typeof checks)[]).find((check) => !checks[check]);
    if (failed) this.break(failed, `transaction ${event.id}, at revision ${event.revision}: ${FAILURES[failed]}`);
    if (!isLedgerEvent(event))
      this.break('event', `the event at revision ${event.revision} does not match the schema of its type`);
    for (const entry of data.payload.entries) {
      const unknown = this.accounts.used(entry.account_id, event.revision);
      if (unknown) this.break('event', unknown);
    }
    const wrong = [
      ...envelopeMismatches(event, this.tenantId, this.ledgerId),
      ...postingMismatches(data, event.revision, stored),
    ];
    if (wrong.length > 0) this.break('read_side', `the read side and the event differ in ${wrong.join(', ')}`);
    this.head = { position: data.hash_chain_position, hash: data.transaction_hash };
    this.checked++;
  }

  /** The key with which the next event is signed. Undefined, so that its signature does not hold, if it was replaced. */
  private async signer(id: string): Promise<SigningKey | undefined> {
    if (!this.keys.has(id)) this.keys.set(id, await this.signingKeys.openIfReadable(this.ledgerId, id));
    const key = this.keys.get(id);
    if (key && key.position < this.keyPosition) return undefined;
    this.keyPosition = key?.position ?? this.keyPosition;
    return key;
  }

  private async checkEnd(goal: StoredLedger): Promise<void> {
    this.breakIfDiffering();
    if (this.nextRevision !== goal.revision + 1) {
      this.break('missing_event', `the events end before revision ${goal.revision}, which the read side has projected`);
    }
    const cut = this.points.end(goal.revision);
    if (cut) this.break('missing_event', cut);
    const unchained = this.commits.end(goal.revision);
    if (unchained) this.break(unchained.check, unchained.detail, null);
    if ((goal.chained_revision ?? -1) !== this.commits.lastCommit) {
      this.break('read_side', `the last commit of the events is not at revision ${goal.chained_revision}`, null);
    }
    if (this.head.position !== goal.head_position || this.head.hash !== goal.head_hash) {
      this.break(
        'read_side',
        `the head of the read side (position ${goal.head_position}) is not the last transaction of the events`,
      );
    }
    // This reads the last event before the head. In the other order, a write in between would look like a gap.
    const last = await this.events.lastEvent(ledgerStream(this.ledgerId));
    const now = await this.headAt(last?.revision ?? goal.revision);
    if (last && last.revision > now.revision) {
      if (last.isForeign) this.break('event', `another program wrote the event at revision ${last.revision}`);
      this.break('read_side', `the read side is at revision ${now.revision}, behind the events (${last.revision})`);
    }
    const cutOff = this.checkpoints!.end(now.head_position);
    if (cutOff) throw new Broken(cutOff);
    const totals = await findWrongTotals(this.sql, this.ledgerId);
    if (totals) throw new Broken(totals);
    const node = await wrongNode(this.sql, this.ledgerId, this.checked, this.commits.nodes);
    if (node !== undefined) this.break('read_side', node, null);
    const without = await accountWithoutCode(this.sql, this.ledgerId);
    if (without) this.break('read_side', `the code of account ${without} is not reserved for it`, null);
    const hasGrown = async (): Promise<boolean> => (await this.readHead()).revision + 1 !== this.nextRevision;
    const wrong = await this.accounts.end(this.sql, this.ledgerId, hasGrown);
    if (wrong) this.break('read_side', wrong, null);
  }

  private break(check: string, detail: string, position: number | null = this.head.position + 1): never {
    throw new Broken(this.link(check, detail, position));
  }

  private link(check: string, detail: string, position: number | null = this.head.position + 1): BrokenLink {
    return { position, check, detail };
  }
}

const isType = (type: string) => (event: RecordedEvent) => event.type === type;
