import { generateKeyPairSync } from 'node:crypto';
import { proveConsistency, readBundle, readReceipt } from '@probity/contracts/ledger/commands';
import { type LedgerFixture, startLedgerFixture } from '../../../testing/ledger-fixture';
import { Books } from '../testing/books';

const SIGN = `
  INSERT INTO notary.ledger_checkpoints
    (ledger_id, log, tenant_id, revision, tree_size, checkpoint, signed_at, log_revision)
  VALUES ($1, $2::uuid::text, $2, $3, $4, $5, now(), NULL)`;

describe('proofs of a ledger whose rows or events were changed in the database', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  let service: LedgerFixture;
  let books: Books;
  let ledger_id: string;
  let transaction_id: string;

  beforeEach(async () => {
    service = await startLedgerFixture();
    books = new Books(service);
    const book = await books.create();
    ({ ledger_id } = book);
    transaction_id = await book.post();
    await book.post();
    const { revision, tree_size, checkpoint } = await books.signedHead(ledger_id, privateKey);
    await books.change(SIGN, [ledger_id, service.tenantId, revision, tree_size, checkpoint]);
  });
  afterEach(() => service.stop());

  const of = () => ({ tenant_id: service.tenantId, ledger_id });
  const receipt = () => service.commands.send(readReceipt, { ...of(), transaction_id });
  const proofs: (() => Promise<unknown>)[] = [
    receipt,
    () => service.commands.send(proveConsistency, { ...of(), from: 1 }),
    () => service.commands.send(readBundle, of()),
  ];

  it('are given as long as nothing was changed', async () => {
    for (const prove of proofs) await expect(prove()).resolves.toBeDefined();
  });

  it.each([
    ['the revision of its checkpoint', 'UPDATE notary.ledger_checkpoints SET revision = revision - 1'],
    ['the note', "UPDATE notary.ledger_checkpoints SET checkpoint = replace(checkpoint, E'\\n2\\n', E'\\n3\\n')"],
    ['the note, which is none', "UPDATE notary.ledger_checkpoints SET checkpoint = 'x'"],
  ])('are rejected with a code that says so: %s', async (_what, sql) => {
    await books.change(sql);
    for (const prove of proofs) await expect(prove()).rejects.toMatchObject({ code: 'ledger_inconsistent' });
  });

  it.each([
    ['the place of the posting', 'UPDATE ledger.transactions SET revision = revision + 1'],
    [
      'the amount in its event',
      `UPDATE event_store.events SET data = replace(data, '"100"', '"900"') WHERE type = 'TransactionPosted'`,
    ],
  ])('say of a receipt that it cannot be made: %s', async (_what, sql) => {
    await books.change(sql);
    await expect(receipt()).rejects.toMatchObject({
      code: 'ledger_inconsistent',
      message: expect.stringContaining(`is not that of transaction ${transaction_id}`),
    });
  });
});
