import { randomUUID } from 'node:crypto';
import { openAccount, postTransaction, replaceSigningKey, setAccountActive } from '@probity/contracts/ledger/commands';
import type { CommandBus } from '@probity/messaging/command-bus';
import { type LedgerFixture, startLedgerFixture } from '../../testing/ledger-fixture';
import { type Book, Books } from './testing/books';

const BY = { officer: 'Ada', officer_id: 'ada', reason: 'a test' };
const CONTRADICTIONS = 'SELECT FROM platform.contradictions';

describe('what a tenant learns about the ledger of another tenant', () => {
  let service: LedgerFixture;
  let book: Book;
  /** has read nothing of the ledger */
  let other: CommandBus;
  const tenant_id = randomUUID();
  beforeAll(async () => {
    service = await startLedgerFixture();
    const books = new Books(service);
    book = await books.create();
    const damage = `UPDATE ledger.ledgers SET head_hash = decode(repeat('ff', 32), 'hex') WHERE id = $1`;
    await books.change(damage, [book.ledger_id]);
    other = await service.anotherInstance();
  });
  afterAll(() => service?.stop());

  const commands: [string, (ledger_id: string) => Promise<unknown>][] = [
    [
      'posts to it',
      (ledger_id) => {
        const entries = [
          { account_id: randomUUID(), debit: '1' },
          { account_id: randomUUID(), credit: '1' },
        ];
        const posting = { ledger_id, currency: 'USD', entries };
        return other.send(postTransaction, { tenant_id, transaction_id: randomUUID(), posting });
      },
    ],
    [
      'opens an account of it',
      (ledger_id) => {
        const account = { account_id: randomUUID(), code: '1', name: 'Cash', account_type: 'asset' as const };
        return other.send(openAccount, { tenant_id, ledger_id, ...account });
      },
    ],
    [
      'blocks an account of it',
      (ledger_id) =>
        other.send(setAccountActive, { tenant_id, ledger_id, account_id: randomUUID(), is_active: false, ...BY }),
    ],
    [
      'replaces its key',
      (ledger_id) => other.send(replaceSigningKey, { tenant_id, ledger_id, signing_key_id: randomUUID(), ...BY }),
    ],
  ];

  it.each(commands)('is nothing when it %s, also when it is damaged', async (_what, send) => {
    const none = randomUUID();
    const [damaged, missing] = await Promise.all(
      [book.ledger_id, none].map((id) =>
        send(id).then(
          (result) => JSON.stringify(result),
          ({ kind, code, message }: { kind: string; code: string; message: string }) => ({ kind, code, message }),
        ),
      ),
    );
    expect(damaged).toMatchObject({ kind: 'not_found' });
    expect(JSON.stringify(damaged).replaceAll(book.ledger_id, none)).toBe(JSON.stringify(missing));
    expect((await service.database.owner.query(CONTRADICTIONS)).rows).toEqual([]);
  });

  it('its owner learns that it is damaged, and operators get a notice', async () => {
    await expect(book.post(other)).rejects.toMatchObject({ code: 'ledger_inconsistent' });
    expect((await service.database.owner.query(CONTRADICTIONS)).rows).toHaveLength(1);
  });
});
