import { randomUUID } from 'node:crypto';
import { lastValueFrom } from 'rxjs';
import { rebuildLedgerProjections, verifyLedgerProjections } from '@probity/contracts/projections/commands';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { Books } from '../testing/books';

let service: LedgerFixture;
let books: Books;
let ledger: string;
let accounts: [string, string];
beforeAll(async () => {
  service = await startLedgerFixture();
  books = new Books(service);
  ledger = await service.createLedger();
  accounts = [await service.openAccount(ledger, 'asset'), await service.openAccount(ledger, 'liability')];
  for (let n = 0; n < 5; n++) await post();
});
afterAll(() => service.stop());

const post = () =>
  service.post({
    ledger_id: ledger,
    currency: 'USD',
    idempotency_key: randomUUID(),
    entries: [
      { account_id: accounts[0], debit: '5' },
      { account_id: accounts[1], credit: '5' },
    ],
  });
const verify = (): Promise<ReadSideVerification> =>
  lastValueFrom(service.commands.progress(verifyLedgerProjections, {}));
const problemsOf = ({ tables }: ReadSideVerification) =>
  Object.fromEntries(
    tables.map(({ table, changed, missing, unexplained }) => [table, { changed, missing, unexplained }]),
  );

describe('a verification of ledgers', () => {
  it('finds no difference, also while transactions are posted', async () => {
    let isOver = false;
    let posted = 0;
    const posting = (async () => {
      for (; !isOver; posted++) await post();
    })();
    for (let times = 0; times < 3; times++) expect(await verify()).toMatchObject({ verified: true, tables: [] });
    isOver = true;
    await posting;
    expect(posted).toBeGreaterThan(3);
  });

  it('finds changed, missing and stray rows of each table', async () => {
    await books.change('UPDATE ledger.accounts SET debit_total = debit_total + 1 WHERE id = $1', [accounts[0]]);
    await books.change("UPDATE ledger.ledgers SET name = 'other' WHERE id = $1", [ledger]);
    const one = '(SELECT id FROM ledger.transactions ORDER BY position LIMIT 1)';
    await books.change(`UPDATE ledger.entries SET transaction_id = gen_random_uuid() WHERE transaction_id = ${one}`);
    await books.change("UPDATE ledger.transactions SET reference = 'x' WHERE position = 2");
    await books.change('DELETE FROM ledger.account_codes WHERE account_id = $1', [accounts[1]]);
    expect(problemsOf(await verify())).toEqual({
      'ledger.ledgers': { changed: 1, missing: 0, unexplained: 0 },
      'ledger.accounts': { changed: 1, missing: 0, unexplained: 0 },
      'ledger.transactions': { changed: 1, missing: 0, unexplained: 0 },
      'ledger.entries': { changed: 0, missing: 2, unexplained: 2 },
      'ledger.account_codes': { changed: 0, missing: 1, unexplained: 0 },
    });
    await lastValueFrom(service.commands.progress(rebuildLedgerProjections, {}));
    expect(await verify()).toMatchObject({ verified: true, tables: [] });
  });

  it('finds a changed signing key', async () => {
    await books.change("UPDATE ledger.signing_keys SET sealed = sealed || '\\x00' WHERE ledger_id = $1", [ledger]);
    const found = await verify();
    expect(problemsOf(found)).toEqual({ 'ledger.signing_keys': { changed: 1, missing: 0, unexplained: 0 } });
    expect(found.tables[0]!.first).toEqual([
      { problem: 'changed', stream: `signing-key-${ledger}`, fields: ['sealed'] },
    ]);
  });
});
