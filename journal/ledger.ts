import { parseCsv } from './csv';
import { parseDecimal } from './decimal';
import { type AccountAmount, gatherTransactions, type Journal, type JournalTransaction } from './journal';
import { runTool } from './run-tool';

const column = (expression: string): string => `%(quoted_rfc(${expression}))`;

// quantity() gives the exact number; by default ledger prints rounded amounts. scrub() merges lots of a commodity.
const POSTINGS = [
  'xact.filename',
  'xact.beg_pos',
  "format_date(date, '%Y-%m-%d')",
  'code',
  'payee',
  'account',
  'commodity(scrub(amount))',
  'quantity(scrub(amount))',
];
const BALANCES = ['account', 'quantity(scrub(amount))'];

export async function readLedger(file: string): Promise<Journal> {
  const ledger = ['--args-only', '-f', file];
  const postings = ['csv', '--csv-format', `${POSTINGS.map(column).join(',')}\\n`];
  const balances = [
    ...['balance', '--flat', '--empty', '--no-total', '--balance-format', `${BALANCES.map(column).join(',')}\\n`],
    ...['--group-by', 'commodity', '--group-title-format', `${column('value')}\\n`],
  ];
  return {
    transactions: ledgerTransactions(await runTool('ledger', [...ledger, ...postings])),
    balances: ledgerBalances(await runTool('ledger', [...ledger, ...balances])),
  };
}

export function ledgerTransactions(csv: string): JournalTransaction[] {
  return gatherTransactions(
    parseCsv(csv).map(([file, position, date, code, payee, account, commodity, quantity]) => ({
      transaction: `${file}:${position}`,
      date: date!,
      code: code!,
      description: payee!,
      account: account!,
      commodity: commodityName(commodity!),
      amount: parseDecimal(quantity!),
    })),
  );
}

/** Reads one report per commodity. The title of each report is the name of the commodity. */
export function ledgerBalances(csv: string): AccountAmount[] {
  let commodity = '';
  return parseCsv(csv).flatMap(([account, quantity]) => {
    if (quantity !== undefined) return [{ account: account!, commodity, amount: parseDecimal(quantity) }];
    commodity = commodityName(account!);
    return [];
  });
}

/** ledger keeps the quotes around a name with digits or spaces. */
const commodityName = (text: string): string => text.replace(/^"(.*)"$/, '$1');
