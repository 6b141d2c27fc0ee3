import Table from 'cli-table3';
import type { JournalReport } from './check-journal';
import type { ComparedAccount } from './compare';

/** Formats the report for people. */
export function reportText(report: JournalReport, tool: string): string {
  const { ledgers, postings, differing, accounts } = report;
  const commodities = ledgers.map(({ commodity, currency }) =>
    commodity === currency ? commodity : `${commodity || '(no commodity)'} as ${currency}`,
  );
  const notes = report.booked_as_assets.map((name) => `${name}: the name indicates no type; booked as an asset\n`);
  const verdict =
    differing.length === 0
      ? `All ${accounts.length} balances equal the balances of ${tool}.\n`
      : `${differing.length} of ${accounts.length} balances differ from what ${tool} computes:\n${table(differing, tool)}\n`;
  return `${table(accounts, tool)}
${report.transactions} transactions in ${ledgers.length} ledgers (${commodities.join(', ')}), tenant ${report.tenant}
${postings.posted} postings made in ${report.posting_seconds} s, ${postings.already_there} were there already
${notes.join('')}${verdict}`;
}

function table(accounts: ComparedAccount[], tool: string): string {
  const lines = new Table({
    head: ['Account', 'Commodity', tool, 'Probity', ''],
    colAligns: ['left', 'left', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  const sorted = [...accounts].sort((a, b) => compareTexts(a.account, b.account));
  for (const { account, commodity, expected, actual, differs } of sorted) {
    lines.push([account, commodity, expected, actual ?? 'no such account', differs ? 'DIFFERS' : '']);
  }
  return lines.toString();
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
