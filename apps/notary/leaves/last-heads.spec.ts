import { logStream } from '@probity/contracts/checkpoints/events';
import type { ReadOptions, RecordedEvent } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { tamper } from '../../../testing/tamper';
import { LedgerEvents } from '../testing/notary-suite';
import { SignedLedger } from '../testing/signed-ledger';

let ledger: SignedLedger;
beforeEach(async () => {
  ledger = await SignedLedger.start();
});
afterEach(() => ledger.end());

const NOT_LAST = /is not the last one that the log has of the ledger/;

describe('while the notary runs, no second history of a ledger is signed', () => {
  const begins = { first_revision: 0, growth: [] };
  const changes: [string, () => Promise<void>, object, RegExp][] = [
    ['with the row of an earlier checkpoint', () => ledger.put(ledger.older), {}, NOT_LAST],
    [
      'with an earlier checkpoint, and the rest of the row as it was',
      async () => ledger.put({ ...(await ledger.row()), checkpoint: ledger.older.checkpoint }),
      {},
      NOT_LAST,
    ],
    ['without the rows of the ledger', () => ledger.deleteRows(), begins, /has no signed checkpoint any more/],
  ];
  it.each(changes)('%s', async (_what, change, forged, problem) => {
    await change();
    await ledger.forge(forged);
    expect(await ledger.stopped()).toEqual([expect.stringMatching(problem)]);
    expect(await ledger.signedSizes()).toEqual([2, 5]);
  });
});

describe('after a restart, no second history of a ledger is signed', () => {
  beforeEach(() => ledger.notaries.stop());

  it('with the row of an earlier checkpoint; the log goes on when the row is restored', async () => {
    const row = await ledger.row();
    await ledger.put(ledger.older);
    await ledger.commit(1);
    await ledger.notaries.start();
    expect(await ledger.stopped()).toEqual([expect.stringMatching(NOT_LAST)]);
    expect(await ledger.signedSizes()).toEqual([2, 5]);
    await ledger.notaries.stop();
    await ledger.put(row);
    await ledger.notaries.start();
    await ledger.notaries.caughtUp(ledger.tenant);
    expect(await ledger.signedSizes()).toEqual([2, 5, 6]);
    await ledger.notaries.expectSound(ledger.tenant);
  });

  it('with the row of an earlier checkpoint, and a log that lacks the later one', async () => {
    const { log_revision } = await ledger.row();
    await ledger.commit(1, new LedgerEvents(ledger.tenant, ledger.notaries.writer));
    await ledger.notaries.start();
    await ledger.notaries.caughtUp(ledger.tenant);
    await ledger.notaries.stop();
    await ledger.put(ledger.older);
    const remove = 'DELETE FROM event_store.events WHERE stream = $1 AND revision = $2';
    await tamper(ledger.test.owner, remove, logStream(ledger.tenant), log_revision);
    await ledger.forge();
    await ledger.notaries.start();
    expect(await ledger.stopped()).toEqual([
      expect.stringMatching(/its event at revision \d+ is missing|have two beginnings/),
    ]);
  });

  it('with a row of an older version, which names no event of the log', async () => {
    await ledger.put({ ...ledger.older, log_revision: null as never });
    await ledger.forge();
    await ledger.notaries.start();
    expect(await ledger.stopped()).toEqual([expect.stringMatching(NOT_LAST)]);
  });
});

/** Counts the events that are read of logs. */
class CountingStore extends PostgresEventStore {
  readonly read: number[] = [];

  override async *readStream(stream: string, options?: ReadOptions): AsyncGenerator<RecordedEvent[]> {
    for await (const events of super.readStream(stream, options)) {
      if (stream.startsWith(logStream(''))) this.read.push(...events.map(({ revision }) => revision));
      yield events;
    }
  }
}

it('after a restart, ledgers that were signed at different times go on, and no part of the log is read for each', async () => {
  const { notaries, tenant } = ledger;
  const books = [ledger.book];
  for (let count = 0; count < 3; count++) {
    books.push(new LedgerEvents(tenant, notaries.writer));
    await ledger.commit(1, books.at(-1));
    await notaries.caughtUp(tenant);
  }
  await notaries.stop();
  const first = Number((await ledger.row()).log_revision);
  const end = (await notaries.eventsOfLog(tenant)).at(-1)!.revision;
  const store = new CountingStore(notaries.database);
  await notaries.start(store);
  for (const book of books.toReversed()) {
    await ledger.commit(1, book);
    await notaries.caughtUp(tenant);
  }
  await notaries.expectSound(tenant);
  // The notary also reads the last few events of a log, to go on there.
  const walked = store.read.filter((revision) => revision <= end - 4).sort((one, other) => one - other);
  expect(walked).toEqual(Array.from({ length: end - 4 - first + 1 }, (_, n) => first + n));
});
