import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type CheckpointSigned, type LoggedLeaf, logStream } from '@probity/contracts/checkpoints/events';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { type EventStore, NO_STREAM, type RecordedEvent } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { verifyCheckpoint } from '@probity/ledger-verification/checkpoint';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { proveNewLeaves } from '@probity/ledger-verification/make-proofs';
import { appendLeaf, EMPTY_TREE, type Frontier, leafHash, rootOf } from '@probity/ledger-verification/merkle-tree';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { leafText } from '@probity/ledger-verification/transaction-leaf';
import { parseKey } from '@probity/ledger-verification/verification-key';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import type { Logger } from '@probity/platform/logging';
import { Sealer } from '@probity/platform/sealing';
import { CheckpointQueries } from '@probity/read-side/checkpoints/checkpoint-queries';
import { eventDigest } from '@probity/ledger-verification/event-chain';
import { hashOfLeaf } from '@probity/read-side/checkpoints/logged-leaf';
import type { TestDatabase } from '../../../testing/test-database';
import { originOf } from '../logs/decide-checkpoint';
import type { CopyOptions } from '../copies/copies';
import type { WatchTimes } from '../logs/unlogged-watch';
import { Notary } from '../notary';

export const silent = pino({ level: 'silent' });

/** Notaries on one event store, and events of tenants for them. */
export class NotaryFixture {
  readonly masterKey = randomBytes(32);
  readonly sealer = new Sealer(this.masterKey);
  private readonly running: Notary[] = [];
  private readonly revisions = new Map<string, number>();
  /** what tenants appended, by tenant */
  readonly appended = new Map<string, RecordedEvent[]>();

  constructor(
    readonly store: EventStore,
    readonly writer: EventStore,
    readonly database: Database,
    private readonly clock = () => new Date(),
  ) {}

  /** On a test database, with the role of the notary. The owner writes the events of the other services. */
  static async on(test: TestDatabase): Promise<NotaryFixture> {
    const database = await test.as(ROLES.notary);
    return new NotaryFixture(new PostgresEventStore(database), new PostgresEventStore(test.owner), database);
  }

  /** how much later than it is the notaries think it is */
  laterMs = 0;
  readonly now = (): Date => new Date(this.clock().getTime() + this.laterMs);

  /** of the search for events that no log has; default: as in the service */
  watch: WatchTimes | undefined;

  logger: Logger = silent;

  async start(store = this.store, copies?: CopyOptions): Promise<Notary> {
    const { database, sealer, now, watch, logger } = this;
    const more = { ...(copies && { copies }), ...(watch && { watch }) };
    const notary = new Notary({ events: store, database, sealer, logger, now, restMs: 20, ...more });
    this.running.push(notary);
    await notary.start();
    return notary;
  }

  async stop(): Promise<void> {
    for (const notary of this.running.splice(0)) await notary.stop();
  }

  async append(tenant_id: string, stream: string, count = 1, more: object = {}): Promise<void> {
    const revision = this.revisions.get(stream) ?? NO_STREAM;
    const [, customer_id] = /^customer-(.*)$/.exec(stream) ?? []; // its events name it
    const events = Array.from({ length: count }, (_, n) => ({
      id: randomUUID(),
      type: 'Happened',
      data: { tenant_id, ...(customer_id !== undefined && { customer_id }), n, ...more },
    }));
    const recorded = await this.writer.append(stream, revision, events, async () => {});
    this.revisions.set(stream, revision + count);
    this.appended.set(tenant_id, [...(this.appended.get(tenant_id) ?? []), ...recorded]);
  }

  /** Waits until the logs have all events that tenants appended, and the keys that sign them. */
  async caughtUp(...tenants: string[]): Promise<void> {
    let left = tenants;
    for (const limit = Date.now() + 20_000; ;) {
      const lacking = new Map<string, string>();
      for (const tenant of left) {
        const leaves = await this.leaves(tenant);
        const want = this.appended.get(tenant)!.length;
        const has = leaves.filter(([, , , type]) => type !== 'CheckpointKeyCreated').length;
        if (has > want) throw new Error(`the log of ${tenant} has ${has} events instead of ${want}`);
        if (has < want) lacking.set(tenant, `${has} of ${want}`);
        else if (has === leaves.length) lacking.set(tenant, 'the key');
      }
      if (lacking.size === 0 && left === tenants) return;
      if (Date.now() > limit) throw new Error(`the logs lack events: ${JSON.stringify([...lacking])}`);
      // Reads of all logs again and again would slow the notary. In the end, none may have got too many events.
      left = lacking.size === 0 ? tenants : [...lacking.keys()];
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async eventsOfLog(log: string): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const chunk of this.store.readStream(logStream(log))) events.push(...chunk);
    return events;
  }

  async leaves(log: string): Promise<LoggedLeaf[]> {
    const logged = (await this.eventsOfLog(log)).filter(({ type }) => type === 'EventsLogged');
    return logged.flatMap(({ data }) => (data as { leaves: LoggedLeaf[] }).leaves);
  }

  /**
   * Checks a log as an outsider can: every checkpoint is signed and is the head of the leaves before it, so that any two
   * are consistent; the leaves are exactly the events of the tenant.
   */
  async expectSound(tenant: string): Promise<void> {
    const view = await new CheckpointQueries(this.database).ofTenant(tenant);
    const keys = view.keys.map(parseKey);
    let tree: Frontier = EMPTY_TREE;
    for (const { type, data } of await this.eventsOfLog(tenant)) {
      if (type === 'EventsLogged') {
        expect((data as { first_index: number }).first_index).toBe(tree.size);
        for (const leaf of (data as { leaves: LoggedLeaf[] }).leaves) tree = appendLeaf(tree, hashOfLeaf(leaf));
      } else {
        const { checkpoint } = data as CheckpointSigned;
        const head = await verifyCheckpoint(checkpoint, originOf(tenant), keys);
        expect([head.size, toBase64(head.root)]).toEqual([tree.size, toBase64(rootOf(tree))]);
      }
    }
    expect(view.tree_size).toBe(tree.size);
    const own = (await this.leaves(tenant)).filter(([, , , type]) => type !== 'CheckpointKeyCreated');
    const wanted = this.appended
      .get(tenant)!
      .map((event) => [event.stream, event.revision, event.id, eventDigest(event)]);
    const has = own.map(([stream, revision, id, , digest]) => [stream, revision, id, digest]);
    expect(has.map(String).sort()).toEqual(wanted.map(String).sort());
  }
}

/** Events of a ledger as the ledger service appends them: transactions, then the end of the commit. */
export class LedgerEvents {
  private revision = NO_STREAM;
  tree: Frontier = EMPTY_TREE;

  constructor(
    private readonly tenant_id: string,
    private readonly store: EventStore,
    readonly id: string = randomUUID(),
  ) {}

  async commit(transactions: number, changed: object = {}): Promise<RecordedEvent> {
    const { tenant_id, id: ledger_id } = this;
    const posted = Array.from({ length: transactions }, (_, n) => {
      const id = randomUUID();
      const place = { version: 1, ledger_id, transaction_id: id, hash_chain_position: this.tree.size + n + 1 };
      const hashes = { previous_hash: '0'.repeat(64), content_hash: '0'.repeat(64) };
      const data = { tenant_id, ...place, ...hashes, posted_at: '2026-03-02T09:15:00.000Z' };
      return { id, type: 'TransactionPosted', data };
    });
    const leaves = posted.map(({ data }) => leafHash(leafText(data)));
    const growth = proveNewLeaves(this.tree, leaves);
    for (const leaf of leaves) this.tree = appendLeaf(this.tree, leaf);
    const data = {
      version: 2,
      ledger_id,
      tenant_id,
      first_revision: this.revision + 1,
      event_hash: '0'.repeat(64),
      tree_size: this.tree.size,
      frontier: this.tree.hashes.map(toBase64),
      growth: growth.map(toBase64),
      committed_at: '2026-03-02T09:15:00.000Z',
      signing_key_id: randomUUID(),
      signature: '0'.repeat(64),
      ...changed,
    };
    const events = [...posted, { id: randomUUID(), type: 'CommitChained', data }];
    const recorded = await this.store.append(ledgerStream(this.id), this.revision, events, async () => {});
    this.revision += events.length;
    return recorded.at(-1)!;
  }

  /** The signed head, verified; undefined while there is none. */
  async signed(database: Database): Promise<{ size: number; root: string } | undefined> {
    const queries = new CheckpointQueries(database);
    if ((await queries.noteOfLedger(this.tenant_id, this.id)) === undefined) return undefined;
    const view = await queries.ofLedger(this.tenant_id, this.id);
    const head = await verifyCheckpoint(view.checkpoint, ledgerOrigin(this.id), view.keys.map(parseKey));
    return { size: head.size, root: toBase64(head.root) };
  }
}
