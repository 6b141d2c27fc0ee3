import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { type Book, deposit, newBook, openAccount, post, setActive } from './books';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';
import { type Case, wrongTexts, wrongMetadata, naming } from './testing/wrong-values';

/** Rejections of well-formed requests. Each message names the field. */
export function rejections(product: () => Product): void {
  let tenant: Tenant;
  let book: Book;
  let elsewhere: Book;
  let closed: string;
  let foreign: Book;
  beforeAll(async () => {
    tenant = await newTenant(product());
    book = await newBook(tenant);
    elsewhere = await newBook(tenant);
    foreign = await newBook(await newTenant(product()));
    closed = await openAccount(tenant, book.ledgerId, 'asset');
    await setActive(product(), tenant, book.ledgerId, closed, false);
  });

  describe('a posting is rejected with', () => {
    const entry =
      (change: object, other: object = {}) =>
      () =>
        deposit(book, '100', {
          entries: [
            { account_id: book.cash, ...change },
            { account_id: book.funds, credit: '100', ...other },
          ],
        });
    const amount = (value: unknown) => () => deposit(book, value as string);
    const withEntries = (entries: unknown) => () => deposit(book, '100', { entries });
    const posting = (change: object) => () => deposit(book, '100', change);

    const cases: Case[] = [
      ['debits over credits', entry({ debit: '101' }), /entries.*balance.*101.*100/],
      ['credits over debits', entry({ debit: '99' }), /entries.*balance.*99.*100/],
      ['two debits', entry({ debit: '100' }, { debit: '100', credit: undefined }), /entries.*balance/],
      ['no entry', withEntries([]), naming('entries')],
      ['one entry', () => withEntries([{ account_id: book.cash, debit: '1' }])(), naming('entries')],
      ['an account twice', () => entry({ debit: '100' }, { account_id: book.cash })(), naming('entries[1].account_id')],
      [
        'an account twice, once in upper case',
        () => entry({ debit: '100' }, { account_id: book.cash.toUpperCase() })(),
        naming('entries[1].account_id'),
      ],
      ['both debit and credit', entry({ debit: '100', credit: '100' }), /entries\[0\].*debit.*credit/],
      ['neither debit nor credit', entry({}), /entries\[0\].*debit.*credit/],
      ...[
        '0',
        '000',
        '-1',
        '-0',
        '+1',
        '1.5',
        '1.0',
        '1e3',
        '1,000',
        '1_000',
        ' 1',
        '1 ',
        '1\n',
        '',
        'abc',
        '0x10',
      ].map((value): Case => [`the amount ${JSON.stringify(value)}`, amount(value), naming('entries[0].debit')]),
      ...['१२', '１２', '²', '٣', 'Ⅷ', '∞', 'NaN', 'Infinity', '9'.repeat(1001), '0'.repeat(500_000)].map(
        (value): Case => [
          `the amount ${value.slice(0, 10)} (${value.length})`,
          amount(value),
          naming('entries[0].debit'),
        ],
      ),
      ...[100, 0, -1, 1.5, true, {}, [], ['100']].map((value): Case => [
        `the amount ${JSON.stringify(value)}, which is no string`,
        amount(value),
        naming('entries[0].debit'),
      ]),
      ['a credit that is a number', entry({ debit: '100' }, { credit: 100 }), naming('entries[1].credit')],
      ['a credit of zero', entry({ debit: '100' }, { credit: '0' }), naming('entries[1].credit')],
      [
        'an account of another ledger',
        () => entry({ debit: '100', account_id: elsewhere.cash })(),
        naming('entries[0].account_id'),
      ],
      [
        'an account of another tenant',
        () => entry({ debit: '100', account_id: foreign.cash })(),
        naming('entries[0].account_id'),
      ],
      [
        'an account that does not exist',
        () => entry({ debit: '100' }, { account_id: randomUUID() })(),
        naming('entries[1].account_id'),
      ],
      [
        'an inactive account',
        () => entry({ debit: '100', account_id: closed })(),
        /entries\[0\]\.account_id.*inactive/,
      ],
      ["a currency that is not the ledger's", posting({ currency: 'EUR' }), naming('currency')],
      ['a currency that the tenant has not configured', posting({ currency: 'GBP' }), naming('currency')],
      ['a currency in lower case', posting({ currency: 'usd' }), naming('currency')],
      ...[5, null, {}, ['USD'], undefined].map((currency): Case => [
        `the currency ${JSON.stringify(currency)}`,
        posting({ currency }),
        naming('currency'),
      ]),
      ...['', 'abc', '123', `${randomUUID()}0`, `{${randomUUID()}}`, randomUUID().replaceAll('-', ''), 7, null, {}].map(
        (ledger_id): Case => [
          `the ledger_id ${JSON.stringify(ledger_id)}`,
          posting({ ledger_id }),
          naming('ledger_id'),
        ],
      ),
      ['no ledger_id', posting({ ledger_id: undefined }), naming('ledger_id')],
      ...['', 'abc', `${randomUUID()} `, 7, null, {}, undefined].map((account_id): Case => [
        `the account_id ${JSON.stringify(account_id)}`,
        entry({ debit: '100', account_id }),
        naming('entries[0].account_id'),
      ]),
      ['a field that is unknown', posting({ amount: '100' }), naming('amount')],
      ['a field of the answer', posting({ hash_chain_position: 1 }), naming('hash_chain_position')],
      ['a field that is unknown in an entry', entry({ debit: '100', currency: 'USD' }), /entries\[0\]\.currency/],
      ...[undefined, null, 'text', 5, {}, { 0: {}, 1: {}, length: 2 }].map((entries): Case => [
        `the entries ${JSON.stringify(entries)}`,
        withEntries(entries),
        naming('entries'),
      ]),
      ...[
        [null, null],
        ['a', 'b'],
        [1, 2],
        [[], []],
        [[[]], [[]]],
        [true, false],
      ].map((entries): Case => [`the entries ${JSON.stringify(entries)}`, withEntries(entries), naming('entries')]),
      ['entries within an array', () => withEntries([deposit(book).entries, []])(), naming('entries')],
      ...wrongTexts('description', 2_001, (description) => deposit(book, '100', { description })),
      ...wrongTexts('reference', 256, (reference) => deposit(book, '100', { reference })),
      ...wrongTexts('narration', 10_001, (narration) => deposit(book, '100', { narration })),
      ...wrongTexts('idempotency_key', 256, (idempotency_key) => deposit(book, '100', { idempotency_key })),
      ...wrongTexts('entries[0].description', 2_001, (description) => entry({ debit: '100', description })()),
      ...wrongMetadata((metadata) => deposit(book, '100', { metadata })),
    ];

    it.each(cases)('%s', async (_name, body, says) => {
      expectRefusal(await tenant.api.post(tenant.path('/postings'), body()), 400, says);
    });

    it.each(['1e400', '-1e400', '[1e999]', '{"a":{"b":1e400}}'])('%s in its metadata', async (number) => {
      const body = JSON.stringify(deposit(book, '100', { metadata: { n: 'HERE' } })).replace('"HERE"', number);
      expectRefusal(await tenant.api.send('POST', tenant.path('/postings'), body), 400, /metadata\.n/);
    });

    it('every one of these, and nothing was posted', async () => {
      for (const { ledgerId } of [book, elsewhere]) {
        expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${ledgerId}/transactions`)))).toEqual([]);
      }
    });
  });

  describe('a closed account', () => {
    it('accepts postings again after it is reopened', async () => {
      const account = await openAccount(tenant, elsewhere.ledgerId, 'asset');
      const set = (is_active: boolean) => setActive(product(), tenant, elsewhere.ledgerId, account, is_active);
      const body = deposit({ ...elsewhere, cash: account });
      const isActive = async () => {
        const listed = dataOf(await tenant.api.get(tenant.path(`/ledgers/${elsewhere.ledgerId}/accounts`)));
        return listed.find((one: { id: string }) => one.id === account).is_active;
      };

      await set(false);
      expect(await isActive()).toBe(false);
      expectRefusal(await tenant.api.post(tenant.path('/postings'), body), 400, /inactive/);
      await set(true);
      expect(await isActive()).toBe(true);
      await post(tenant, body);
    });
  });

  describe('a ledger is rejected with', () => {
    const ledger = (change: object) => () => ({ name: 'Book', currency: 'USD', ...change });
    const cases: Case[] = [
      ...[undefined, null, ''].map((name): Case => [
        `the name ${JSON.stringify(name)}`,
        ledger({ name }),
        naming('name'),
      ]),
      ...wrongTexts('name', 256, (name) => ledger({ name })()),
      ...[undefined, null, '', 5, {}, ['USD'], 'GBP', 'usd', 'US', 'US\u0000', 'U\ud800D', 'x'.repeat(10_000)].map(
        (currency): Case => [
          `the currency ${JSON.stringify(currency)?.slice(0, 20)}`,
          ledger({ currency }),
          naming('currency'),
        ],
      ),
      ...wrongTexts('description', 2_001, (description) => ledger({ description })()),
      ...wrongMetadata((metadata) => ledger({ metadata })()),
      ...['id', 'status', 'tenant_id', 'created_at', 'signing_key_id', 'Name'].map((field): Case => [
        `the unknown field ${field}`,
        ledger({ [field]: 'x' }),
        naming(field),
      ]),
    ];

    it.each(cases)('%s', async (_name, body, says) => {
      expectRefusal(await tenant.api.post(tenant.path('/ledgers'), body()), 400, says);
    });
  });

  describe('an account is rejected with', () => {
    const account = (change: object) => () => ({ code: randomUUID(), name: 'Cash', account_type: 'asset', ...change });
    const cases: Case[] = [
      ...[undefined, null, ''].flatMap((value): Case[] => [
        [`the code ${JSON.stringify(value)}`, account({ code: value }), naming('code')],
        [`the name ${JSON.stringify(value)}`, account({ name: value }), naming('name')],
      ]),
      ...wrongTexts('code', 65, (code) => account({ code })()),
      ...wrongTexts('name', 256, (name) => account({ name })()),
      ...wrongTexts('external_ref', 256, (external_ref) => account({ external_ref })()),
      ...[undefined, null, '', 'Asset', 'income', 5, {}, ['asset'], 'toString'].map((account_type): Case => [
        `the account_type ${JSON.stringify(account_type)}`,
        account({ account_type }),
        naming('account_type'),
      ]),
      ...wrongMetadata((metadata) => account({ metadata })()),
      ...['currency', 'is_active', 'balance', 'ledger_id'].map((field): Case => [
        `the field ${field}, which is not for the body`,
        account({ [field]: 'USD' }),
        naming(field),
      ]),
    ];

    it.each(cases)('%s', async (_name, body, says) => {
      expectRefusal(await tenant.api.post(tenant.path(`/ledgers/${book.ledgerId}/accounts`), body()), 400, says);
    });
  });

  describe('a path is rejected with', () => {
    const NOT_AN_ID = /id .*UUID|U\+0000/i;
    const MALFORMED = [
      'abc',
      '1',
      'null',
      randomUUID().slice(1),
      `${randomUUID()}a`,
      '%00',
      '%F0%9F%92%A3',
      "'%20OR%201=1",
    ];
    const PATHS = [
      '/ledgers/:id',
      '/ledgers/:id/accounts',
      '/ledgers/:id/transactions',
      '/postings/:id',
      '/postings/:id/verify',
    ];

    it.each(PATHS.flatMap((path) => MALFORMED.map((id) => [path, id] as const)))(
      '%s where id is %s',
      async (path, id) => {
        expectRefusal(await tenant.api.get(tenant.path(path.replace(':id', id))), 400, NOT_AN_ID);
      },
    );

    it.each(MALFORMED)('/ledgers/%s/accounts when an account is opened there', async (id) => {
      const body = { code: randomUUID(), name: 'Cash', account_type: 'asset' };
      expectRefusal(await tenant.api.post(tenant.path(`/ledgers/${id}/accounts`), body), 400, NOT_AN_ID);
    });
  });
}
