import { parseCsv } from './csv';
import { type Decimal, parseDecimal } from './decimal';
import { type AccountAmount, gatherTransactions, type Journal, type JournalTransaction } from './journal';
import { runTool } from './run-tool';

// Without str(), bean-query rounds numbers to the usual precision of the commodity.
const POSTINGS = 'SELECT filename, lineno, id, date, payee, narration, account, currency, str(number)';
const BALANCES = 'SELECT account, currency, str(sum(number)) GROUP BY account, currency';

/** @throws Error if the file has an error; bean-query would ignore it and continue with the rest */
export async function readBeancount(file: string): Promise<Journal> {
  await runTool('bean-check', [file]);
  return {
    transactions: beancountTransactions(await runTool('bean-query', ['-f', 'csv', file, POSTINGS])),
    balances: beancountBalances(await runTool('bean-query', ['-f', 'csv', file, BALANCES])),
  };
}

export function beancountTransactions(csv: string): JournalTransaction[] {
  return gatherTransactions(
    table(csv).map(([file, line, id, date, payee, narration, account, commodity, number]) => ({
      transaction: `${file}:${line}:${id}`,
      date: date!,
      code: '',
      description: [payee, narration].filter(Boolean).join(' | '),
      account: account!,
      commodity: commodity!,
      amount: pythonDecimal(number!),
    })),
  );
}

export function beancountBalances(csv: string): AccountAmount[] {
  return table(csv).map(([account, commodity, number]) => ({
    account: account!,
    commodity: commodity!,
    amount: pythonDecimal(number!),
  }));
}

/** Returns the rows below the heading. bean-query pads its columns, and prints "(empty)" if there are no rows. */
function table(csv: string): string[][] {
  return parseCsv(csv)
    .slice(1)
    .map((row) => row.map((field) => field.trim()));
}

/** beancount 2 writes Decimal('1.50'), beancount 3 writes 1.50. */
function pythonDecimal(text: string): Decimal {
  return parseDecimal(/^Decimal\('(.*)'\)$/.exec(text)?.[1] ?? text);
}
