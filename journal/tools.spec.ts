import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beancountBalances, beancountTransactions } from './beancount';
import { formatDecimal } from './decimal';
import { hledgerBalances, hledgerTransactions } from './hledger';
import type { AccountAmount, JournalTransaction } from './journal';
import { ledgerBalances, ledgerTransactions } from './ledger';
import { formatOf, readJournal } from './read-journal';

const line = ({ account, commodity, amount }: AccountAmount): string =>
  `${account} ${formatDecimal(amount)} ${commodity}`;
const told = ({ date, code, description, postings }: JournalTransaction): string[] => [
  [date, code, description].join(' / '),
  ...postings.map(line),
];
const fixture = (name: string): string => readFileSync(join(__dirname, 'fixtures', name), 'utf8');

describe('the output of the accounting tools', () => {
  it('is read for ledger', () => {
    const postings = `"/m.ledger","0","2024-01-02","42","Shop ""A"", b","Expenses:Food","$","1000.5"
"/m.ledger","0","2024-01-02","42","Shop ""A"", b","Assets:Cash","$","-1000.5"
"/m.ledger","75","2024-01-03","","Buy","Assets:Depot","""fund 7""","2"
"/m.ledger","75","2024-01-03","","Buy","Assets:Cash","€","-20"
`;
    expect(ledgerTransactions(postings).map(told)).toEqual([
      ['2024-01-02 / 42 / Shop "A", b', 'Expenses:Food 1000.5 $', 'Assets:Cash -1000.5 $'],
      ['2024-01-03 /  / Buy', 'Assets:Depot 2 fund 7', 'Assets:Cash -20 €'],
    ]);

    const balances = '"""fund 7"""\n"Assets:Depot","2"\n\n"€"\n"Assets:Cash","-20"\n"Assets:Empty","0"\n';
    expect(ledgerBalances(balances).map(line)).toEqual([
      'Assets:Depot 2 fund 7',
      'Assets:Cash -20 €',
      'Assets:Empty 0 €',
    ]);
  });

  it('is read for hledger, without rounding numbers to floats', () => {
    const amount = (commodity: string, mantissa: string, places: number): string =>
      `{ "acommodity": "${commodity}", "aprice": null,
         "aquantity": { "decimalMantissa": ${mantissa}, "decimalPlaces": ${places}, "floatingPoint": 1 } }`;
    const transactions = `[{ "tdate": "2024-01-02", "tcode": "7", "tdescription": "a \\"decimalMantissa\\": 5",
      "tpostings": [
        { "paccount": "assets:cash", "pamount": [${amount('ETH', '12345678901234567891', 18)}] },
        { "paccount": "equity:start", "pamount": [${amount('ETH', '-12345678901234567891', 18)}] }] }]`;
    expect(hledgerTransactions(transactions).map(told)).toEqual([
      [
        '2024-01-02 / 7 / a "decimalMantissa": 5',
        'assets:cash 12.345678901234567891 ETH',
        'equity:start -12.345678901234567891 ETH',
      ],
    ]);

    const balances = `[[["assets:cash", "assets:cash", 0, [${amount('USD', '160', 0)}, ${amount('USD', '-150', 2)}]]], []]`;
    expect(hledgerBalances(balances).map(line)).toEqual(['assets:cash 160 USD', 'assets:cash -1.50 USD']);
  });

  it('is read for beancount', () => {
    const transactions = beancountTransactions(fixture('household.postings.csv'));
    expect(transactions).toHaveLength(10);
    expect(told(transactions[1]!)).toEqual([
      '2025-01-03 /  / Corner Shop | Bread, "real" butter\nand milk',
      'Expenses:Food 3.20 EUR',
      'Expenses:Food 2.15 EUR',
      'Liabilities:CreditCard -5.35 EUR',
    ]);
    expect(beancountBalances(fixture('household.balances.csv')).map(line)).toContain('Assets:Wallet 0.00000001 BITS');
    expect(beancountTransactions('(empty)\n')).toEqual([]);
  });
});

describe('readJournal', () => {
  it.each([
    ['books/2024.journal', 'hledger'],
    ['sample.dat', 'ledger'],
    ['EXAMPLE.BEANCOUNT', 'beancount'],
  ])('takes the format of %s from its name', (file, format) => {
    expect(formatOf(file)).toBe(format);
  });

  it('says what to do when the file name does not indicate the format', () => {
    expect(() => formatOf('books.txt')).toThrow('give --format hledger, ledger, beancount');
  });

  it('says that a file is missing', async () => {
    await expect(readJournal('/nowhere/books.journal', 'hledger')).rejects.toThrow(
      '/nowhere/books.journal does not exist',
    );
  });
});
