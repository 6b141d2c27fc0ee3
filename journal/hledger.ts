import type { Decimal } from './decimal';
import type { AccountAmount, Journal, JournalTransaction } from './journal';
import { runTool } from './run-tool';

export async function readHledger(file: string): Promise<Journal> {
  return {
    transactions: hledgerTransactions(await runTool('hledger', ['-f', file, 'print', '--explicit', '-O', 'json'])),
    balances: hledgerBalances(await runTool('hledger', ['-f', file, 'balance', '--flat', '--empty', '-O', 'json'])),
  };
}

/** An amount in hledger's JSON. Its price, if it has one, is ignored. */
interface Amount {
  acommodity: string;
  aquantity: { decimalMantissa: string; decimalPlaces: number };
}

interface Transaction {
  tdate: string;
  tcode: string;
  tdescription: string;
  tpostings: { paccount: string; pamount: Amount[] }[];
}

export function hledgerTransactions(json: string): JournalTransaction[] {
  return (parse(json) as Transaction[]).map(({ tdate, tcode, tdescription, tpostings }) => ({
    date: tdate,
    code: tcode,
    description: tdescription,
    postings: tpostings.flatMap(({ paccount, pamount }) => accountAmounts(paccount, pamount)),
  }));
}

/**
 * Reads the rows of the balance report: [full name, name, depth, amounts]. The report lists amounts of one
 * commodity at different prices separately.
 */
export function hledgerBalances(json: string): AccountAmount[] {
  const [rows] = parse(json) as [[string, string, number, Amount[]][], Amount[]];
  return rows.flatMap(([account, , , amounts]) => accountAmounts(account, amounts));
}

function accountAmounts(account: string, amounts: Amount[]): AccountAmount[] {
  return amounts.map(({ acommodity, aquantity }) => ({ account, commodity: acommodity, amount: decimal(aquantity) }));
}

function decimal({ decimalMantissa, decimalPlaces }: Amount['aquantity']): Decimal {
  return { digits: BigInt(decimalMantissa), scale: decimalPlaces };
}

/**
 * Puts quotes around mantissas, because JSON.parse would round them. The pattern cannot match inside a string
 * of the journal, because quotes are escaped there.
 */
function parse(json: string): unknown {
  return JSON.parse(json.replaceAll(/"decimalMantissa":\s*(-?\d+)/g, '"decimalMantissa":"$1"'));
}
