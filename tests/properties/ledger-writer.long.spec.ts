import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import {
  createLedger,
  openAccount,
  postTransaction,
  type PostingRequest,
  setAccountActive,
  verifyLedger,
} from '@probity/contracts/ledger/commands';
import { rebuildLedgerProjections } from '@probity/contracts/projections/commands';
import { ledgerStream, type TransactionPosted } from '@probity/contracts/ledger/events';
import { withTrace } from '@probity/platform/trace-context';
import { type LedgerFixture, startLedgerFixture } from '../../testing/ledger-fixture';
import { UnreliableEventStore } from './testing/unreliable-event-store';

describe('writing a ledger', () => {
  let store: UnreliableEventStore;
  let ledger: LedgerFixture;
  let ledgerId: string;
  let accounts: [string, string];
  beforeAll(async () => {
    ledger = await startLedgerFixture({ wrap: (events) => (store = new UnreliableEventStore(events)) });
  });
  afterAll(() => ledger.stop());
  beforeEach(async () => {
    ledgerId = await ledger.createLedger();
    accounts = [await ledger.openAccount(ledgerId, 'asset'), await ledger.openAccount(ledgerId, 'liability')];
    store.appends = [];
  });

  const posting = (changes: Partial<PostingRequest> = {}): PostingRequest => ({
    ledger_id: ledgerId,
    currency: 'USD',
    entries: [
      { account_id: accounts[0], debit: '10' },
      { account_id: accounts[1], credit: '10' },
    ],
    ...changes,
  });
  const positions = async (): Promise<number[]> =>
    (await ledger.queries.transactions(ledger.tenantId, ledgerId, { limit: 100, offset: 0 })).map(
      (transaction) => transaction.hash_chain_position,
    );
  const verified = async (): Promise<boolean> =>
    (await lastValueFrom(ledger.commands.progress(verifyLedger, { tenant_id: ledger.tenantId, ledger_id: ledgerId })))
      .verified;

  it('writes waiting requests as one append', async () => {
    await Promise.all(Array.from({ length: 40 }, () => ledger.post(posting())));
    expect(store.appends.length).toBeLessThan(10);
    // Each append has one event more: the one that chains its commit.
    expect(store.appends.reduce((sum, append) => sum + append.ids.length - 1, 0)).toBe(40);
    expect(await positions()).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  it('keeps the trace of each request, even within one append', async () => {
    const traces = Array.from({ length: 8 }, (_, n) => `00-${String(n + 1).repeat(32)}-b7ad6b7169203331-01`);
    await Promise.all(
      traces.map((trace) => withTrace(trace, () => ledger.post(posting({ reference: trace.slice(0, 20) })))),
    );
    expect(store.appends.length).toBeLessThan(traces.length);
    for await (const events of store.readStream(ledgerStream(ledgerId), { from: 6 })) {
      const posted = events.filter(({ type }) => type === 'TransactionPosted');
      const kept = posted.map(({ data, metadata }) => [(data as TransactionPosted).payload.reference, metadata]);
      expect(kept).toHaveLength(traces.length);
      for (const [reference, metadata] of kept) {
        expect(metadata).toEqual({ traceparent: traces.find((trace) => trace.slice(0, 20) === reference) });
      }
    }
  });

  it('rejects an invalid request without affecting the others in the batch', async () => {
    const outcomes = await Promise.allSettled([
      ledger.post(posting()),
      ledger.post(posting({ currency: 'EUR' })),
      ledger.post(
        posting({
          entries: [
            { account_id: randomUUID(), debit: '1' },
            { account_id: accounts[1], credit: '1' },
          ],
        }),
      ),
      ledger.post(posting()),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await positions()).toEqual([1, 2]);
  });

  it('repeats an identical append of unknown outcome that was not stored', async () => {
    store.failBefore = 2;
    await Promise.all([ledger.post(posting()), ledger.post(posting())]);
    expect(store.appends).toHaveLength(3);
    expect(store.appends[1]).toEqual(store.appends[0]);
    expect(store.appends[2]).toEqual(store.appends[0]);
    expect(await positions()).toEqual([1, 2]);
  });

  it('repeats an identical append of unknown outcome that was stored', async () => {
    store.failAfter = 1;
    const [answer] = await Promise.all([ledger.post(posting()), ledger.post(posting())]);
    expect(answer.posting.transaction.hash_chain_position).toBe(1);
    expect(store.appends[1]).toEqual(store.appends[0]);
    expect(await positions()).toEqual([1, 2]);
    expect(await verified()).toBe(true);
  });

  it('returns one transaction to many requests with one key, even within a batch', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => ledger.post(posting({ idempotency_key: 'once' }))),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.posting))).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await positions()).toEqual([1]);
  });

  it('lets two instances write one ledger, because each append names the expected revision', async () => {
    const other = await ledger.anotherInstance();
    const request = () => ({ tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? ledger.commands : other).send(postTransaction, request())),
    );
    expect(await positions()).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(await verified()).toBe(true);
  });

  it('rejects postings to a closed account, even in an instance that has cached it as open', async () => {
    const other = await ledger.anotherInstance();
    const request = () => ({ tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() });
    await other.send(postTransaction, request());
    const closing = { tenant_id: ledger.tenantId, ledger_id: ledgerId, account_id: accounts[0], is_active: false };
    await ledger.commands.send(setAccountActive, closing);
    for (const bus of [ledger.commands, other]) {
      await expect(bus.send(postTransaction, request())).rejects.toThrow(`account_id ${accounts[0]} is inactive`);
    }
    await ledger.commands.send(setAccountActive, { ...closing, is_active: true });
    await expect(other.send(postTransaction, request())).resolves.toMatchObject({ replayed: false });
  });

  describe('a command that is delivered again', () => {
    it('posts once and returns the same transaction, without an idempotency key', async () => {
      const request = { tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() };
      delete request.posting.idempotency_key;
      const other = await ledger.anotherInstance();
      const answers = await Promise.all(
        [ledger.commands, ledger.commands, other].map((bus) => bus.send(postTransaction, request)),
      );
      answers.push(await other.send(postTransaction, request));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]).toMatchObject({ replayed: false, posting: { transaction: { id: request.transaction_id } } });
      expect(await positions()).toEqual([1]);
    });

    it('posts once if two instances that have cached the ledger decide it at the same time', async () => {
      const other = await ledger.anotherInstance();
      const refused = () => ({ ...posting(), currency: 'EUR' });
      for (let round = 1; round <= 15; round++) {
        for (const bus of [ledger.commands, other]) {
          const request = { tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: refused() };
          await expect(bus.send(postTransaction, request)).rejects.toThrow('currency');
        }
        const request = { tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() };
        delete request.posting.idempotency_key;
        const [one, two] = await Promise.all([ledger.commands, other].map((bus) => bus.send(postTransaction, request)));
        expect(one).toEqual(two);
        await ledger.commands.send(postTransaction, { ...request, transaction_id: randomUUID() });
        await other.send(postTransaction, { ...request, transaction_id: randomUUID() });
        expect(await positions()).toHaveLength(3 * round);
      }
      expect(await verified()).toBe(true);
    });

    it('is rejected if its transaction is in another ledger', async () => {
      const request = { tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() };
      await ledger.commands.send(postTransaction, request);
      const elsewhere = await ledger.createLedger();
      const [a, b] = [await ledger.openAccount(elsewhere, 'asset'), await ledger.openAccount(elsewhere, 'asset')];
      const entries = [
        { account_id: a, debit: '1' },
        { account_id: b, credit: '1' },
      ];
      const again = { ...request, posting: { ledger_id: elsewhere, currency: 'USD', idempotency_key: 'x', entries } };
      await expect(ledger.commands.send(postTransaction, again)).rejects.toThrow('another ledger');
    });

    it('is distinguished from a repetition by the caller, which has another transaction_id', async () => {
      const request = { tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() };
      request.posting.idempotency_key = 'once';
      await ledger.commands.send(postTransaction, request);
      expect(await ledger.commands.send(postTransaction, request)).toMatchObject({ replayed: false });
      const repeated = { ...request, transaction_id: randomUUID() };
      expect(await ledger.commands.send(postTransaction, repeated)).toMatchObject({ replayed: true });
      expect(await positions()).toEqual([1]);
    });

    it('opens an account once, and returns the same account', async () => {
      const request = {
        tenant_id: ledger.tenantId,
        ledger_id: ledgerId,
        account_id: randomUUID(),
        code: 'again',
        name: 'Again',
        account_type: 'asset' as const,
      };
      const [first, again] = [
        await ledger.commands.send(openAccount, request),
        await ledger.commands.send(openAccount, request),
      ];
      expect(again).toEqual(first);
      const other = ledger.commands.send(openAccount, { ...request, account_id: randomUUID() });
      await expect(other).rejects.toThrow('already used');
    });

    it('creates a ledger once, and returns the same ledger', async () => {
      const request = { tenant_id: ledger.tenantId, ledger_id: randomUUID(), name: 'Again', currency: 'USD' };
      const first = await ledger.commands.send(createLedger, request);
      expect(await ledger.commands.send(createLedger, request)).toEqual(first);
    });
  });

  it('brings an outdated read side up to date before it writes', async () => {
    await ledger.post(posting());
    const events = [];
    for await (const chunk of ledger.events.readStream(ledgerStream(ledgerId))) events.push(...chunk);
    // The state after a crash between an append and its projection, if the two are not one transaction.
    const { owner } = ledger.database;
    await owner.query(
      'DELETE FROM ledger.entries USING ledger.transactions t WHERE t.id = transaction_id AND t.ledger_id = $1',
      [ledgerId],
    );
    await owner.query('DELETE FROM ledger.transactions WHERE ledger_id = $1', [ledgerId]);
    await owner.query(
      'UPDATE ledger.accounts SET debit_total = 0, credit_total = 0, entry_count = 0, last_activity_at = NULL, revision = opened_revision WHERE ledger_id = $1',
      [ledgerId],
    );
    await owner.query(
      "UPDATE ledger.ledgers SET revision = 5, chained_revision = 5, head_position = 0, head_hash = decode(repeat('0', 64), 'hex'), last_posted_at = NULL WHERE id = $1",
      [ledgerId],
    );

    const other = await ledger.anotherInstance();
    await other.send(postTransaction, { tenant_id: ledger.tenantId, transaction_id: randomUUID(), posting: posting() });
    expect(await positions()).toEqual([1, 2]);
    expect(await verified()).toBe(true);
  });

  it.each([
    ['ahead of', '+ 5'],
    ['behind', '- 2'],
  ])('appends nothing while a row is %s the events, and writes again after a rebuild', async (_case, shift) => {
    await ledger.post(posting());
    const { owner } = ledger.database;
    await owner.query(`UPDATE ledger.ledgers SET revision = revision ${shift} WHERE id = $1`, [ledgerId]);
    const appended = (await ledger.events.lastEvent(ledgerStream(ledgerId)))!.revision;

    await expect(ledger.post(posting())).rejects.toMatchObject({ kind: 'overloaded' });
    expect((await ledger.events.lastEvent(ledgerStream(ledgerId)))!.revision).toBe(appended);

    await lastValueFrom(ledger.commands.progress(rebuildLedgerProjections, {}));
    await ledger.post(posting());
    expect(await positions()).toEqual([1, 2]);
    expect(await verified()).toBe(true);
  });

  it('keeps what is created while everything is rebuilt', async () => {
    let rebuilding = true;
    const rebuilds = (async () => {
      for (let n = 0; n < 5; n++) await lastValueFrom(ledger.commands.progress(rebuildLedgerProjections, {}));
      rebuilding = false;
    })();
    const created: string[] = [];
    while (rebuilding) {
      const id = await ledger.createLedger();
      await ledger.openAccount(id, 'asset');
      created.push(id);
    }
    await rebuilds;
    for (const id of created) expect(await ledger.accounts(id)).toHaveLength(1);
  });

  it('runs one rebuild at a time', async () => {
    const rebuild = (): Promise<unknown> => lastValueFrom(ledger.commands.progress(rebuildLedgerProjections, {}));
    const outcomes = await Promise.allSettled([rebuild(), rebuild()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    await rebuild();
  });
});
