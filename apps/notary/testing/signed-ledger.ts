import { randomBytes, randomUUID } from 'node:crypto';
import { ledgerStream } from '@probity/contracts/ledger/events';
import { toBase64 } from '@probity/ledger-verification/encoding';
import { proveNewLeaves } from '@probity/ledger-verification/make-proofs';
import { appendLeaf } from '@probity/ledger-verification/merkle-tree';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { tamper } from '../../../testing/tamper';
import { LedgerEvents, NotaryFixture } from './notary-suite';

const ROW = 'SELECT tree_size, revision, checkpoint, log_revision FROM notary.ledger_checkpoints WHERE ledger_id = $1';
const PUT = `
  UPDATE notary.ledger_checkpoints SET tree_size = $2, revision = $3, checkpoint = $4, log_revision = $5
  WHERE ledger_id = $1`;
const STOPPED = `
  SELECT problem FROM notary.stopped_logs UNION ALL SELECT problem FROM notary.stopped_streams`;

/** A row of notary.ledger_checkpoints. */
interface HeadRow extends Record<string, unknown> {
  tree_size: string;
  revision: string;
  checkpoint: string;
  log_revision: string;
}

/** A ledger of which a running notary signed trees of two and of five transactions. */
export class SignedLedger {
  private constructor(
    readonly test: TestDatabase,
    readonly notaries: NotaryFixture,
    readonly tenant: string,
    readonly book: LedgerEvents,
    /** the row when two transactions were signed */
    readonly older: HeadRow,
    /** its next commit is one of another history, which continues these two transactions */
    readonly forge: (changed?: object) => Promise<void>,
  ) {}

  static async start(): Promise<SignedLedger> {
    const test = await createTestDatabase();
    const notaries = await NotaryFixture.on(test);
    const tenant = randomUUID();
    const book = new LedgerEvents(tenant, notaries.writer);
    await notaries.start();
    notaries.appended.set(tenant, [await book.commit(2)]);
    await notaries.caughtUp(tenant);
    const older = (await test.owner.query<HeadRow>(ROW, [book.id])).rows[0]!;
    const before = book.tree;
    const forge = async (changed: object = {}): Promise<void> => {
      const leaves = Array.from({ length: 4 }, () => randomBytes(32));
      const { size, hashes } = leaves.reduce((tree, leaf) => appendLeaf(tree, leaf), before);
      const growth = proveNewLeaves(before, leaves).map(toBase64);
      await book.commit(0, { tree_size: size, frontier: hashes.map(toBase64), growth, ...changed });
    };
    const ledger = new SignedLedger(test, notaries, tenant, book, older, forge);
    await ledger.commit(3);
    await notaries.caughtUp(tenant);
    return ledger;
  }

  /** Appends a commit of this ledger, or of another one of the tenant. */
  async commit(transactions: number, book = this.book): Promise<void> {
    const appended = this.notaries.appended.get(this.tenant)!;
    this.notaries.appended.set(this.tenant, [...appended, await book.commit(transactions)]);
  }

  async row(): Promise<HeadRow> {
    return (await this.test.owner.query<HeadRow>(ROW, [this.book.id])).rows[0]!;
  }

  put({ tree_size, revision, checkpoint, log_revision }: HeadRow): Promise<void> {
    return tamper(this.test.owner, PUT, this.book.id, tree_size, revision, checkpoint, log_revision);
  }

  async deleteRows(): Promise<void> {
    await tamper(this.test.owner, 'DELETE FROM notary.leaves WHERE stream = $1', ledgerStream(this.book.id));
    await tamper(this.test.owner, 'DELETE FROM notary.ledger_checkpoints WHERE ledger_id = $1', this.book.id);
  }

  /** Why logs and streams stopped, as soon as one did. */
  async stopped(): Promise<string[]> {
    for (const limit = Date.now() + 20_000; ;) {
      const { rows } = await this.test.owner.query<{ problem: string }>(STOPPED);
      if (rows.length > 0) return rows.map(({ problem }) => problem);
      if (Date.now() > limit) throw new Error('nothing stopped');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** The sizes of the trees of the ledger that were signed, as the log has them. */
  async signedSizes(): Promise<number[]> {
    const events = await this.notaries.eventsOfLog(this.tenant);
    const signed = events.filter(({ type }) => type === 'CheckpointSigned');
    const ledgers = signed.flatMap(
      ({ data }) => (data as { ledgers: { ledger_id: string; tree_size: number }[] }).ledgers,
    );
    return ledgers.filter(({ ledger_id }) => ledger_id === this.book.id).map(({ tree_size }) => tree_size);
  }

  async end(): Promise<void> {
    await this.notaries.stop();
    await this.test.drop();
  }
}
