import { randomUUID } from 'node:crypto';
import { postTransaction, type PostingRequest, setAccountActive } from '@probity/contracts/ledger/commands';
import { ledgerStream } from '@probity/contracts/ledger/events';
import type { EventStore } from '@probity/event-store/event-store';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';

describe('the first postings after a start', () => {
  let ledger: LedgerFixture;
  let posting: PostingRequest;
  const reads: string[] = [];
  let refusesReads = false;

  /** Notes which streams are read. */
  const watched = (events: EventStore): EventStore =>
    new Proxy(events, {
      get: (target, name) => {
        if (name !== 'readStream') return Reflect.get(target, name, target) as unknown;
        return (...asked: Parameters<EventStore['readStream']>) => {
          if (refusesReads) throw new Error('the test refuses reads');
          reads.push(asked[0]);
          return target.readStream(...asked);
        };
      },
    });

  beforeAll(async () => {
    ledger = await startLedgerFixture({ wrap: watched });
    const ledger_id = await ledger.createLedger();
    const [debit, credit] = [
      await ledger.openAccount(ledger_id, 'asset'),
      await ledger.openAccount(ledger_id, 'equity'),
    ];
    posting = {
      ledger_id,
      currency: 'USD',
      entries: [
        { account_id: debit, debit: '100' },
        { account_id: credit, credit: '100' },
      ],
    };
    await ledger.post({ ...posting, idempotency_key: 'once' });
  });
  afterAll(() => ledger.stop());

  const events = async (): Promise<number> => {
    let count = 0;
    for await (const chunk of ledger.events.readStream(ledgerStream(posting.ledger_id))) count += chunk.length;
    return count;
  };
  const postIn = (commands: LedgerFixture['commands'], more: object = {}) =>
    commands.send(postTransaction, {
      tenant_id: ledger.tenantId,
      transaction_id: randomUUID(),
      posting: { ...posting, ...more },
    });

  it('find the state of their ledger in memory, and the rehearsal has written nothing', async () => {
    const before = await events();
    const commands = await ledger.anotherInstance();
    expect(await events()).toBe(before);
    reads.length = 0;
    await postIn(commands);
    expect(reads).toEqual([]);
    expect(await events()).toBe(before + 2); // the posting and its commit
    expect(await postIn(commands, { idempotency_key: 'once' })).toMatchObject({ replayed: true });
  });

  it('find it, too, when another ledger was posted to last and would refuse the same posting today', async () => {
    const ledger_id = await ledger.createLedger();
    const accounts = [await ledger.openAccount(ledger_id, 'asset'), await ledger.openAccount(ledger_id, 'equity')];
    const entries = [
      { account_id: accounts[0]!, debit: '1' },
      { account_id: accounts[1]!, credit: '1' },
    ];
    const transaction_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'; // higher than every other one
    const last = { tenant_id: ledger.tenantId, transaction_id, posting: { ledger_id, currency: 'USD', entries } };
    await ledger.commands.send(postTransaction, last);
    const change = { tenant_id: ledger.tenantId, ledger_id, account_id: accounts[0]!, is_active: false };
    await ledger.commands.send(setAccountActive, change);
    const commands = await ledger.anotherInstance();
    reads.length = 0;
    await postIn(commands);
    expect(reads).toEqual([]);
  });

  it('succeed, too, when nothing could be rehearsed', async () => {
    refusesReads = true;
    const commands = await ledger.anotherInstance();
    refusesReads = false;
    expect(await postIn(commands)).toMatchObject({ replayed: false });
  });
});
