import type { Decimal } from './decimal';
import type { AccountAmount, Journal, JournalTransaction } from './journal';
import { runTool } from './run-tool';

export async function readHledger(file: string): Promise<Journal> {
  return {
    transactions: hledgerTransactions(await runTool('hledger', ['-f', file, 'print', '--explicit', '-O', 'json'])),
    balances: hledgerBalances(await runTool('hledger', ['-f', file, 'balance', '--flat', '--empty', '-O', 'json'])),
  };
}

/** An amount in hledger's JSON; a price it may carry is of no interest here. */
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
 * The rows of the report, which are [full name, name, depth, amounts]. Amounts of one commodity at
 * different prices are apart in it.
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

/** Mantissas become texts before JSON.parse can round them. Inside a text of the journal the quotes are escaped. */
function parse(json: string): unknown {
  return JSON.parse(json.replaceAll(/"decimalMantissa":\s*(-?\d+)/g, '"decimalMantissa":"$1"'));
}
