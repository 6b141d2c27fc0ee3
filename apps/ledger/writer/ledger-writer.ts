import { setTimeout as delay } from 'node:timers/promises';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { EventDamaged } from '@probity/event-store/damaged';
import {
  AppendNotSent,
  AppendRejected,
  type EventStore,
  type NewEvent,
  storedNothing,
  WrongExpectedRevision,
} from '@probity/event-store/event-store';
import { currentCauseOfLedger } from '@probity/event-store/current-cause';
import type { Subtree } from '@probity/ledger-verification/merkle-tree';
import { Refusal } from '@probity/platform/errors';
import type { Turns } from '@probity/platform/turns';
import { projectAppended, type RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';
import type { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { decideBatch, type DecidedBatch } from './decide-batch';
import type { LedgerLoader } from './ledger-loader';
import type { IdentifiedEvent, LedgerState } from './ledger-state';
import type { Job, LedgerWrite } from './ledger-write';
import { TenantOfLedger } from './tenant-of-ledger';
import { unavailable, unreadable } from './unavailable';
import { UsedIds } from './used-ids';
import { WriteQueue } from './write-queue';

const MAX_REMEMBERED_ACCOUNTS = 100_000;
const MAX_CONFLICTS = 20;
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 2_000;
/** How long an append is repeated that never reached the event store. Callers wait for it, and may then repeat it. */
const REPEAT_UNSENT_MS = 3_000;
const OVERTAKEN = 'another instance wrote to the ledger meanwhile, many times in a row';
const STOPPED =
  'the service stopped before the outcome was known, so the change may or may not have been made; ' +
  'read before you repeat it';

/** Receives reports for the log and the metrics. */
export interface WriterObserver {
  trouble(error: unknown, what: string): void;
  appended(writes: number): void;
  /** An append has completed these subtrees of the ledger's tree; none most of the time. */
  grown(completed: readonly Subtree[]): void;
  conflict(): void;
}

/**
 * The only writer of one ledger in this process. It takes the writes that arrived while the last batch was written,
 * decides them in order, and stores their events in one append (group commit).
 *
 * Guarantees: a write returns its result only after its event is durable and projected. If two processes write to
 * one ledger, the expected revision makes the slower append fail; that process reads the new events and decides
 * again. An append whose outcome is unknown is repeated unchanged until its outcome is known.
 */
export class LedgerWriter {
  private readonly queue = new WriteQueue();
  private state: LedgerState | undefined;
  /**
   * Accounts known to be active. They can be cached: if another instance deactivated one, the append fails on its
   * expected revision. Missing and inactive accounts are not cached: they cause a rejection, which appends nothing,
   * so a stale entry would never be noticed.
   */
  private readonly activeAccounts = new Set<string>();
  private readonly usedIds: UsedIds;
  private readonly tenant: TenantOfLedger;
  private running: Promise<void> | undefined;
  private appending = false;
  private aboutToRead: NodeJS.Immediate | undefined;
  private closing = false;

  constructor(
    private readonly ledgerId: string,
    private readonly events: EventStore,
    private readonly loader: LedgerLoader,
    queries: LedgerQueries,
    private readonly observer: WriterObserver,
    /** shared with the writers of other ledgers; tenants take turns */
    private readonly turns: Turns,
  ) {
    this.usedIds = new UsedIds((keys, ids) => queries.usesOf(ledgerId, keys, ids));
    const look = () => loader.tenantsOf(ledgerId);
    this.tenant = new TenantOfLedger(ledgerId, look, (error) => observer.trouble(error, 'cannot read the ledger'));
  }

  get idle(): boolean {
    return this.running === undefined && !this.tenant.isLooking;
  }

  /** Whether it has loaded the ledger: then the ledger exists, and its tenant has used it. */
  get hasLoaded(): boolean {
    return this.tenant.isKnown;
  }

  /** @throws Refusal `not_found` when the ledger is of another tenant, or does not exist */
  refuseOthers(tenantId: string): Promise<void> {
    return this.tenant.refuseOthers(tenantId);
  }

  /**
   * @param timeToLiveMs how long the caller waits; a write that is not decided by then is rejected
   * @throws Refusal of the decision, `not_found`, or `overloaded`
   */
  write<Answer>(write: LedgerWrite<Answer>, timeToLiveMs: number): Promise<Answer> {
    const expiresAt = performance.now() + timeToLiveMs;
    // Most writes are of a ledger in memory, and wait for nothing here.
    if (this.tenant.isKnownToBe(write.tenantId)) return this.accept(write, expiresAt);
    return this.refuseOthers(write.tenantId).then(() => this.accept(write, expiresAt));
  }

  private accept<Answer>(write: LedgerWrite<Answer>, expiresAt: number): Promise<Answer> {
    if (this.closing) return Promise.reject(unavailable('the ledger service is stopping'));
    if (this.queue.isFull) return Promise.reject(unavailable('too many writes are waiting for this ledger'));
    return new Promise<Answer>((resolve, reject) => {
      this.queue.push({ write, cause: currentCauseOfLedger(), expiresAt, resolve, reject });
      this.start();
      if (this.appending) this.readAheadSoon();
    });
  }

  /** Runs `work` when its turn in the queue comes. Nothing is written meanwhile. Then discards the cached state. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push(() =>
        work()
          .finally(() => this.forget())
          .then(resolve, reject),
      );
      this.start();
    });
  }

  /** Accepts no more writes and waits for the accepted ones. */
  async close(): Promise<void> {
    this.closing = true;
    await this.running;
  }

  private start(): void {
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
      if (!this.queue.isEmpty) this.start();
    });
  }

  private async drain(): Promise<void> {
    // Waits, so that everything that arrives in this turn of the event loop is in the first batch.
    await new Promise(setImmediate);
    while (!this.queue.isEmpty) {
      const batch = this.queue.takeBatch();
      if (batch.length > 0) await this.turns.run(batch[0]!.write.tenantId, () => this.commit(batch));
      else await this.queue.takeExclusiveWork()();
    }
  }

  private async commit(taken: Job[]): Promise<void> {
    let batch = taken;
    let readAnew = false;
    for (let conflicts = 0; ; conflicts++) {
      let decided: DecidedBatch;
      try {
        decided = await this.decide(batch);
      } catch (error) {
        this.forget();
        if (!(error instanceof Refusal)) this.observer.trouble(error, 'cannot read the ledger');
        for (const job of batch) job.reject(unreadable(error));
        return;
      }
      const { results, events, after, completed } = decided;
      this.queue.putBack(batch.slice(decided.decided.length));
      batch = decided.decided;
      try {
        if (events.length > 0) await this.append(after.revision - events.length, events);
        this.usedIds.used(this.ledgerId, events.flatMap(idsOf));
      } catch (error) {
        this.forget();
        if (error instanceof WrongExpectedRevision && conflicts < MAX_CONFLICTS) {
          this.observer.conflict();
          continue;
        }
        // A stale cache may have caused the rejection, so a batch of one write is decided once more on a fresh state.
        if (error instanceof AppendRejected && batch.length === 1 && !readAnew) {
          readAnew = true;
          continue;
        }
        return this.failed(batch, error);
      }
      this.observer.grown(completed);
      this.state = after;
      this.observer.appended(Math.max(0, events.length - 1));
      for (const [job, answer] of results) job.resolve(answer);
      return;
    }
  }

  /** Reads the data that the decisions need, then decides. */
  private async decide(batch: Job[]): Promise<DecidedBatch> {
    const state = (this.state ??= await this.loader.load(this.ledgerId));
    this.tenant.learn(state.tenant_id);
    const [uses, otherAccounts] = await Promise.all([
      this.usedIds.of(batch.map(({ write }) => write)),
      this.otherAccounts(batch),
    ]);
    return decideBatch(batch, { state, activeAccounts: this.activeAccounts, otherAccounts, ...uses });
  }

  /** So that one read serves all writes that arrive in this turn of the event loop. */
  private readAheadSoon(): void {
    this.aboutToRead ??= setImmediate(() => {
      this.aboutToRead = undefined;
      if (this.appending) this.readAhead();
    });
  }

  /** Reads the data for the next batch while this one is being written. */
  private readAhead(): void {
    this.usedIds.readAhead(this.queue.nextWrites());
  }

  /** Reads which of the batch's accounts are active, except the accounts that are known to be active. */
  private async otherAccounts(batch: Job[]): Promise<Map<string, boolean>> {
    if (this.activeAccounts.size > MAX_REMEMBERED_ACCOUNTS) this.activeAccounts.clear();
    const unknown = new Set<string>();
    for (const { write } of batch) {
      for (const id of write.accountIds) if (!this.activeAccounts.has(id)) unknown.add(id);
    }
    return unknown.size === 0 ? new Map() : this.loader.activity(this.ledgerId, [...unknown]);
  }

  /** Repeats the identical append until its outcome is known, or it is known that no attempt was sent. */
  private async append(expectedRevision: number, events: NewEvent[]): Promise<void> {
    this.appending = true;
    this.readAhead();
    try {
      await this.appendUntilKnown(expectedRevision, events);
    } finally {
      this.appending = false;
    }
  }

  private async appendUntilKnown(expectedRevision: number, events: NewEvent[]): Promise<void> {
    const giveUpAt = performance.now() + REPEAT_UNSENT_MS;
    let neverSent = true;
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      try {
        await this.events.append(ledgerStream(this.ledgerId), expectedRevision, events, (sql, recorded, atomic) =>
          projectAppended(sql, recorded as RecordedLedgerEvent[], atomic),
        );
        return;
      } catch (error) {
        if (storedNothing(error, neverSent)) throw error;
        // Stored, and it stays unprojected until an operator restores the rows of the ledger.
        if (error instanceof Error && error.cause instanceof EventDamaged) throw this.unprojected(error);
        if (neverSent && error instanceof AppendNotSent) {
          if (performance.now() + wait > giveUpAt || this.closing) throw error.asAnswer();
        } else if (neverSent) {
          neverSent = false;
          this.observer.trouble(error, 'the outcome of an append is unknown; repeating it');
        }
        if (this.closing) throw new Refusal('outcome_unknown', 'outcome_unknown', STOPPED);
        await delay(wait);
      }
    }
  }

  private unprojected(error: Error): Refusal {
    this.observer.trouble(error, 'the read side of the ledger contradicts its events');
    const message = `the write is stored, but the read side cannot show it; run "probity ledger verify" for the ledger`;
    return new Refusal('outcome_unknown', 'outcome_unknown', message, { cause: error });
  }

  /** If the store rejects the append, the writes are tried one by one, so that one write does not affect the others. */
  private async failed(batch: Job[], error: unknown): Promise<void> {
    if (!(error instanceof Refusal)) this.observer.trouble(error, `an append of ${batch.length} writes failed`);
    if (error instanceof AppendRejected && batch.length > 1) {
      for (const job of batch) await this.commit([job]);
      return;
    }
    for (const job of batch) job.reject(error instanceof WrongExpectedRevision ? unavailable(OVERTAKEN) : error);
  }

  private forget(): void {
    this.state = undefined;
    this.activeAccounts.clear();
    this.usedIds.forget();
  }
}

/** The transaction id and the idempotency key that an event uses. */
function idsOf({ type, data }: IdentifiedEvent): { transactionId: string; idempotencyKey?: string }[] {
  if (type !== 'TransactionPosted') return [];
  return [{ transactionId: data.transaction_id, idempotencyKey: data.payload.idempotency_key }];
}
