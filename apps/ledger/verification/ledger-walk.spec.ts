import { ledgerStream } from '@probity/contracts/ledger/events';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { type Book, Books } from '../testing/books';

describe('the verification of a ledger', () => {
  let service: LedgerFixture;
  let books: Books;
  let book: Book;
  const faults = new Faults();
  beforeEach(async () => {
    const wrap = (...of: [FaultyEventStore, LedgerFixture['database']['owner']]) =>
      new FaultyEventStore(...of, faults, false);
    service = await startLedgerFixture({ wrap: wrap as never });
    books = new Books(service);
    book = await books.create();
    await book.post();
  });
  afterEach(async () => {
    faults.clear();
    await service.stop();
  });

  it('says that the event of an account was changed, and not its row, which a rebuild would make wrong too', async () => {
    await books.change(
      `UPDATE event_store.events SET data = replace(data, '"asset"', '"liability"')
       WHERE stream = $1 AND type = 'AccountOpened'`,
      [ledgerStream(book.ledger_id)],
    );
    const { broken } = await books.verified(book.ledger_id);
    expect(broken).toMatchObject({ check: 'event_chain', detail: expect.stringContaining('an event before it was') });
  });

  it('names the fields of a row that was changed, and the revision of its event', async () => {
    await books.change("UPDATE ledger.accounts SET name = 'Evil' WHERE ledger_id = $1 AND account_type = 'asset'", [
      book.ledger_id,
    ]);
    const { broken } = await books.verified(book.ledger_id);
    expect(broken).toMatchObject({
      check: 'read_side',
      detail: expect.stringMatching(/at revision \d+ .*differ in name$/),
    });
  });

  it('names the fields in which the ledger differs from its event', async () => {
    await books.change("UPDATE ledger.ledgers SET created_at = now() - interval '1 day' WHERE id = $1", [
      book.ledger_id,
    ]);
    const { broken } = await books.verified(book.ledger_id);
    expect(broken).toMatchObject({ check: 'read_side', detail: expect.stringMatching(/ledger .* in created_at$/) });
  });

  it('waits for the projection of the last events, if the store appends and projects in two steps', async () => {
    let project!: () => void;
    const projected = new Promise<void>((done) => (project = done));
    const appended = new Promise<void>((done) => {
      faults.dieUnprojected = async () => {
        done();
        await projected;
        return false;
      };
    });
    const posted = book.post();
    await appended;
    faults.onRead = (_, range) => void (range ?? setTimeout(project, 100));
    expect(await books.verified(book.ledger_id)).toMatchObject({ verified: true, broken: null });
    await posted;
  });
});
