import { accountTypeOf, debitMinusCredit } from './account-type';
import { bookOf, CONVERSIONS } from './book';
import { type Currency, currencyCodes } from './currency-code';
import { formatDecimal, parseDecimal } from './decimal';
import type { JournalTransaction } from './journal';
import { accountCode } from './open-ledgers';

/** Makes a transaction from lines such as `Assets:Cash 12.50 EUR`. */
function transaction(...lines: string[]): JournalTransaction {
  const postings = lines.map((line) => {
    const [account, amount, commodity] = line.split(' ');
    return { account: account!, amount: parseDecimal(amount!), commodity: commodity! };
  });
  return { date: '2024-01-02', code: '', description: 'test', postings };
}

const entriesOf = (...transactions: JournalTransaction[]): string[][] =>
  bookOf(transactions).flatMap(({ commodity, postings }) =>
    postings.map(({ entries }) =>
      entries.map(({ account, amount }) => `${account} ${formatDecimal(amount)} ${commodity}`),
    ),
  );

describe('bookOf', () => {
  it('adds up several amounts of an account in a transaction', () => {
    expect(entriesOf(transaction('Expenses:A 1.20 EUR', 'Expenses:A 0.30 EUR', 'Assets:B -1.50 EUR'))).toEqual([
      ['Expenses:A 1.50 EUR', 'Assets:B -1.50 EUR'],
    ]);
  });

  it('balances each commodity against the conversions account', () => {
    expect(entriesOf(transaction('Assets:Depot 10 FUND', 'Assets:Cash -500.00 EUR'))).toEqual([
      ['Assets:Depot 10 FUND', `${CONVERSIONS} -10 FUND`],
      ['Assets:Cash -500.00 EUR', `${CONVERSIONS} 500.00 EUR`],
    ]);
  });

  it('needs no conversions account where each commodity balances', () => {
    const both = transaction('Assets:A 1 EUR', 'Assets:A 2 USD', 'Assets:B -1 EUR', 'Assets:B -2 USD');
    expect(entriesOf(both)).toEqual([
      ['Assets:A 1 EUR', 'Assets:B -1 EUR'],
      ['Assets:A 2 USD', 'Assets:B -2 USD'],
    ]);
  });

  it('posts nothing if the debits and credits of an account cancel out', () => {
    expect(entriesOf(transaction('Assets:A 5 EUR', 'Assets:A -5 EUR'))).toEqual([]);
  });

  it('needs as many decimals as the most precise amount has', () => {
    const book = bookOf([
      transaction('Assets:A 1.5 EUR', 'Assets:B -1.5 EUR'),
      transaction('Assets:A 0.0001 EUR', 'Assets:B -0.0001 EUR'),
    ]);
    expect(book.map(({ decimals }) => decimals)).toEqual([4]);
    expect(() => bookOf([transaction('Assets:A 1E-19 ETH', 'Assets:B -1E-19 ETH')])).toThrow(
      'an amount of ETH has 19 decimals; a currency has 18 at most',
    );
  });

  it('gives equal transactions different keys, which stay the same when transactions are inserted before', () => {
    const one = transaction('Assets:A 1 EUR', 'Assets:B -1 EUR');
    const other = transaction('Assets:A 2 EUR', 'Assets:B -2 EUR');
    const keys = (...transactions: JournalTransaction[]): string[] =>
      bookOf(transactions)[0]!.postings.map(({ idempotencyKey }) => idempotencyKey);
    const [first, second] = keys(one, one);
    expect(first).not.toBe(second);
    expect(keys(other, one, one).slice(1)).toEqual([first, second]);
  });
});

describe('account types', () => {
  it.each([
    ['Assets:Bank', 'asset'],
    ['liabilities:card', 'liability'],
    ['Equity', 'equity'],
    ['Income:Salary', 'revenue'],
    ['revenues:sales', 'revenue'],
    ['Expenses:Food', 'expense'],
    ['Budget:Food', undefined],
  ])('%s is %s', (name, type) => {
    expect(accountTypeOf(name)).toBe(type);
  });

  it('reverse the sign of the balance of a credit account', () => {
    expect(debitMinusCredit('expense', 5n)).toBe(5n);
    expect(debitMinusCredit('revenue', 5n)).toBe(-5n);
  });
});

describe('currencyCodes', () => {
  const configured = (code: string, name: string): Currency => ({ code, name, minor_unit_decimals: 2 });

  it('uses currency codes as they are, ISO codes for usual symbols, and private codes for other commodities', () => {
    expect([...currencyCodes(['EUR', '$', 'IRAUSD', 'fund 7', ''], [])]).toEqual([
      ['EUR', 'EUR'],
      ['$', 'USD'],
      ['IRAUSD', 'QMA'],
      ['fund 7', 'QMB'],
      ['', 'QMC'],
    ]);
  });

  it('keeps a symbol apart from the code when a journal has both', () => {
    expect([...currencyCodes(['$', 'USD'], [])]).toEqual([
      ['$', 'QMA'],
      ['USD', 'USD'],
    ]);
  });

  it('finds the private code of an earlier run, and assigns only unused codes', () => {
    const earlier = [configured('QMA', 'other'), configured('QMC', 'IRAUSD')];
    expect([...currencyCodes(['VACHR', 'IRAUSD'], earlier)]).toEqual([
      ['VACHR', 'QMB'],
      ['IRAUSD', 'QMC'],
    ]);
  });
});

describe('accountCode', () => {
  it('is the name if it fits, otherwise the end of the name with a digest of the whole name', () => {
    expect(accountCode('EUR', 'Assets:Cash')).toBe('EUR:Assets:Cash');
    const codes = ['a', 'b'].map((start) => accountCode('EUR', `${start}${'x'.repeat(80)}:end`));
    expect(codes.map((code) => code.length)).toEqual([64, 64]);
    expect(codes[0]).toMatch(/^EUR:[0-9a-f]{12}:x+:end$/);
    expect(codes[0]).not.toBe(codes[1]);
  });
});
