import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { beancountTransactions } from './beancount';
import { CONVERSIONS } from './book';
import { checkJournal, type JournalReport } from './check-journal';
import { parseDecimal } from './decimal';
import type { AccountAmount, Journal } from './journal';

const FIXTURES = join(__dirname, 'fixtures');
const JOURNAL = join(FIXTURES, 'household.beancount');
const MAIN = resolve(__dirname, '..', 'dist', 'journal', 'main.js');
const PREMIUM = 'Expenses:Insurance:Household-Contents-And-Third-Party-Liability:Premium';

/** Added up by hand from household.beancount. */
const BALANCES: [account: string, amount: string, commodity: string][] = [
  ['Assets:Bank:Giro', '5173.04', 'EUR'],
  ['Assets:Depot', '2.3456', 'WORLDFUND'],
  ['Assets:Wallet', '-3.60', 'EUR'],
  ['Assets:Wallet', '110.00', 'USD'],
  ['Assets:Wallet', '0.00000001', 'BITS'],
  ['Equity:Opening-Balances', '-2500.00', 'EUR'],
  ['Equity:Opening-Balances', '-0.00000001', 'BITS'],
  ['Expenses:Food', '8.95', 'EUR'],
  [PREMIUM, '87.90', 'EUR'],
  ['Income:Salary:Gross', '-3100.00', 'EUR'],
  ['Liabilities:CreditCard', '-5.35', 'EUR'],
];
const CONVERTED: typeof BALANCES = [
  [CONVERSIONS, '339.06', 'EUR'],
  [CONVERSIONS, '-110.00', 'USD'],
  [CONVERSIONS, '-2.3456', 'WORLDFUND'],
];

const amounts = (lines: typeof BALANCES): AccountAmount[] =>
  lines.map(([account, amount, commodity]) => ({ account, commodity, amount: parseDecimal(amount) }));

const household: Journal = {
  transactions: beancountTransactions(readFileSync(join(FIXTURES, 'household.postings.csv'), 'utf8')),
  balances: amounts(BALANCES),
};

describe('posting a journal', () => {
  const folder = temporaryFolder('probity-journal-');
  let product: StandaloneProcess;

  beforeAll(async () => {
    product = await StandaloneProcess.start(join(folder, 'data'));
  }, 300_000);

  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives every account the balance that it has in the journal', async () => {
    const report = await checkJournal(product.demo, 'household', household);
    expect(report.differing).toEqual([]);
    expect(report.accounts.map(({ account, actual, commodity }) => [account, actual, commodity]).sort()).toEqual(
      [...BALANCES, ...CONVERTED].sort(),
    );
    expect(report.transactions).toBe(10);
    expect(report.postings).toEqual({ posted: 11, already_there: 0 });
    expect(report.ledgers).toEqual([
      { commodity: 'EUR', currency: 'EUR', decimals: 2, accounts: 8, postings: 8 },
      { commodity: 'USD', currency: 'USD', decimals: 2, accounts: 2, postings: 1 },
      { commodity: 'WORLDFUND', currency: 'QMA', decimals: 4, accounts: 2, postings: 1 },
      { commodity: 'BITS', currency: 'QMB', decimals: 8, accounts: 2, postings: 1 },
    ]);
  });

  it('changes nothing the second time', async () => {
    const first = await checkJournal(product.demo, 'twice', household);
    const second = await checkJournal(product.demo, 'twice', household);
    expect(second.postings).toEqual({ posted: 0, already_there: 11 });
    expect(second.accounts).toEqual(first.accounts);
  });

  it('posts only the transactions that were added to the journal', async () => {
    const shorter = { ...household, transactions: household.transactions.slice(1) };
    expect((await checkJournal(product.demo, 'growing', shorter)).differing).not.toEqual([]);
    const report = await checkJournal(product.demo, 'growing', household);
    expect(report.postings).toEqual({ posted: 1, already_there: 10 });
    expect(report.differing).toEqual([]);
  });

  it('names the accounts that differ', async () => {
    const changed = BALANCES.map(([account, amount, commodity]): (typeof BALANCES)[number] =>
      account === PREMIUM ? [account, '87.91', commodity] : [account, amount, commodity],
    );
    const balances = amounts([...changed, ['Assets:Forgotten', '3', 'USD'], ['Assets:Mine', '1', 'GOLD']]);
    const { differing } = await checkJournal(product.demo, 'differing', { ...household, balances });
    expect(differing.map(({ account, commodity, expected, actual }) => [account, commodity, expected, actual])).toEqual(
      expect.arrayContaining([
        [PREMIUM, 'EUR', '87.91', '87.90'],
        [CONVERSIONS, 'EUR', '339.05', '339.06'],
        ['Assets:Forgotten', 'USD', '3', null],
        [CONVERSIONS, 'USD', '-113.00', '-110.00'],
        ['Assets:Mine', 'GOLD', '1', null],
        [CONVERSIONS, 'GOLD', '-1', null],
      ]),
    );
    expect(differing).toHaveLength(6);
  });

  it('fails instead of rounding to the decimals of the tenant’s currency', async () => {
    const extra = { date: '2025-03-01', code: '', description: 'finer than cents' };
    const postings = amounts([
      ['Assets:Wallet', '0.005', 'EUR'],
      ['Equity:Opening-Balances', '-0.005', 'EUR'],
    ]);
    const finer = { ...household, transactions: [{ ...extra, postings }] };
    await checkJournal(product.demo, 'cents', household);
    await expect(checkJournal(product.demo, 'cents', finer)).rejects.toThrow(
      'EUR has 2 decimals in tenant cents and the journal needs 3',
    );
  });

  describe('from the command line', () => {
    /** Makes a stand-in for beancount, which may not be installed. It prints beancount's output for the fixture. */
    function fakeBeancount(balances: string): string {
      const bin = join(folder, `bin-${balances}`);
      mkdirSync(bin, { recursive: true });
      const tool = (name: string, script: string): void => {
        writeFileSync(join(bin, name), `#!${process.execPath}\n${script}\n`);
        chmodSync(join(bin, name), 0o755);
      };
      const files = JSON.stringify({
        balances: join(folder, balances),
        postings: join(FIXTURES, 'household.postings.csv'),
      });
      tool('bean-check', 'process.exit(process.argv[2].endsWith("household.beancount") ? 0 : 1);');
      tool(
        'bean-query',
        `const file = process.argv.at(-1).includes('sum(') ? ${files}.balances : ${files}.postings;
         process.stdout.write(require('node:fs').readFileSync(file));`,
      );
      return bin;
    }

    async function journal(bin: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
      const env = {
        ...process.env,
        PATH: `${bin}${delimiter}${process.env.PATH}`,
        PROBITY_DATA_DIR: join(folder, 'data'),
      };
      const child = spawn(process.execPath, [MAIN, ...args], { env });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      const code = await new Promise<number>((done) => child.on('close', done));
      return { code, stdout, stderr };
    }

    const captured = readFileSync(join(FIXTURES, 'household.balances.csv'), 'utf8');
    let bin: string;
    let lyingBin: string;

    beforeAll(() => {
      writeFileSync(join(folder, 'right.csv'), captured);
      writeFileSync(join(folder, 'wrong.csv'), captured.replace('5173.04', '5173.05'));
      bin = fakeBeancount('right.csv');
      lyingBin = fakeBeancount('wrong.csv');
    });

    it('exits 0 with a table when all balances agree', async () => {
      const { code, stdout, stderr } = await journal(bin, '--file', JOURNAL);
      expect(stderr).toBe('');
      expect(stdout).toContain('All 14 balances equal the balances of beancount.');
      expect(stdout).toMatch(/tenant journal-household-[0-9a-f]{8}\n11 postings made/);
      expect(stdout).toMatch(/Assets:Bank:Giro +│ EUR +│ +5173.04 │ +5173.04 │/);
      expect(code).toBe(0);
    });

    it('exits 1 with the accounts that differ', async () => {
      const { code, stdout } = await journal(lyingBin, '--file', JOURNAL);
      expect(stdout).toContain('2 of 14 balances differ from what beancount computes:');
      expect(stdout).toMatch(/Assets:Bank:Giro +│ EUR +│ +5173.05 │ +5173.04 │ DIFFERS/);
      expect(code).toBe(1);
    });

    it('prints one JSON object with --json', async () => {
      const { code, stdout, stderr } = await journal(bin, '--file', JOURNAL, '--format', 'beancount', '--json');
      expect(stderr).toBe('');
      const report = JSON.parse(stdout) as JournalReport & { format: string };
      expect(report).toMatchObject({ format: 'beancount', transactions: 10, differing: [] });
      expect(report.accounts).toHaveLength(14);
      expect(code).toBe(0);
    });

    it('exits 2 and says why when it cannot compare', async () => {
      writeFileSync(join(folder, 'other.beancount'), '');
      const refused = await journal(bin, '--file', join(folder, 'other.beancount'));
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('bean-check failed');

      const badTenant = await journal(bin, '--file', JOURNAL, '--tenant', 'Not A Slug');
      expect(badTenant).toMatchObject({ code: 2, stdout: '' });
      expect(badTenant.stderr).toContain('slug must be');

      const unused = await journal(bin);
      expect(unused).toMatchObject({ code: 2, stdout: '' });
      expect(unused.stderr).toContain("required option '--file <path>'");
    });
  });
});
