import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spawnSync } from 'node:child_process';
import type { BundleReport } from '@probity/ledger-verification/bundle-report';
import { formatHeader } from '@probity/ledger-verification/bundle-header';
import { GeneratedLedger, TRUSTED_KEY } from '@probity/ledger-verification/testing/generated-ledger';
import { verifyReceipt } from '@probity/ledger-verification/verify-receipt';
import { machine, round, say } from './report';

// Verifies a bundle of a million transactions with the command of the package, in a process of its own, and receipts of a
// ledger of ten thousand. The baseline only parses the lines of the bundle.

const TRANSACTIONS = Number(process.env['TRANSACTIONS'] ?? 1_000_000);
const RECEIPTS = 1_000;

/** The exit code of a time command tells nothing, so the process reports its own peak. */
const MEASURED = `
process.on('exit', () => process.stderr.write('\\n' + JSON.stringify({ peak_mib: process.resourceUsage().maxRSS / 1024 })));`;
const PARSE = `
const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) });
let fields = 0;
lines.on('line', (line) => (fields += Object.keys(JSON.parse(line)).length));`;

function timed(args: string[]): { seconds: number; peak_mib: number; stdout: string } {
  const begun = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed: ${stderr}`);
  const { peak_mib } = JSON.parse(stderr.trim().split('\n').at(-1)!) as { peak_mib: number };
  return { seconds: round((performance.now() - begun) / 1000), peak_mib: Math.round(peak_mib), stdout };
}

async function writeBundle(folder: string): Promise<string> {
  const [events, bundle] = [join(folder, 'events.jsonl'), join(folder, 'ledger.jsonl')];
  const ledger = new GeneratedLedger({
    transactions: TRANSACTIONS,
    older: Math.floor(TRANSACTIONS / 10),
    perCommit: 20,
  });
  const withEnds = function* (): Generator<string> {
    for (const line of ledger.lines()) yield `${line}\n`;
  };
  await pipeline(Readable.from(withEnds()), createWriteStream(events));
  const header = `${formatHeader(await ledger.header())}\n`;
  await pipeline(async function* () {
    yield header;
    yield* createReadStream(events);
  }, createWriteStream(bundle));
  rmSync(events);
  return bundle;
}

async function receipts(): Promise<object> {
  const ledger = new GeneratedLedger({ transactions: 10_000, perCommit: 20 });
  for (const _ of ledger.lines()) void _;
  const receipt = await ledger.receipt(4321);
  for (let n = 0; n < RECEIPTS; n++) await verifyReceipt(receipt, TRUSTED_KEY); // the just-in-time compiler
  const begun = performance.now();
  for (let n = 0; n < RECEIPTS; n++) await verifyReceipt(receipt, TRUSTED_KEY);
  return { receipts: RECEIPTS, ms_each: round((performance.now() - begun) / RECEIPTS) };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-bundle-'));
  try {
    say(`writing a bundle of ${TRANSACTIONS} transactions`);
    const bundle = await writeBundle(folder);
    const hook = join(folder, 'peak.cjs');
    await pipeline(Readable.from([MEASURED]), createWriteStream(hook));
    say('verifying it');
    const cli = join(__dirname, '..', 'libs', 'ledger-verification', 'cli.js');
    const verified = timed(['--no-warnings', '-r', hook, cli, 'bundle', bundle, '--key', TRUSTED_KEY, '--json']);
    const { verdict, counts } = JSON.parse(verified.stdout) as BundleReport;
    const { seconds, peak_mib } = verified;
    const parsed = timed(['-r', hook, '-e', PARSE, bundle]);
    const result = {
      machine: machine(),
      bundle: { mib: Math.round(statSync(bundle).size / 2 ** 20), ...counts },
      verification: { verdict, seconds, peak_mib, transactions_per_second: Math.round(counts.transactions / seconds) },
      baseline_parse: { seconds: parsed.seconds, peak_mib: parsed.peak_mib },
      receipt: await receipts(),
    };
    console.log(JSON.stringify(result, null, 2));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
