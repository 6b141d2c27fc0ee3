import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BundleReport } from '@probity/ledger-verification/bundle-report';
import { LEDGER_ID } from '@probity/ledger-verification/testing/generated-ledger';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Database } from '@probity/persistence/database';
import { Api } from '../testing/api';
import { raiseLimits } from '../testing/raise-limits';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { fillLedger } from './bundles/fill-ledger';
import { measureReceipts } from './bundles/measure-receipts';
import { timedIn } from './bundles/timed-process';
import { processorMsOf } from './processor-time';
import { postgresUrl } from './product-postgres';
import { machine, round, say } from './report';

// A ledger of a million transactions in a running product: `probity ledger export-bundle` creates its bundle, the command of
// the package verifies it, and receipts are read and verified. The baseline only parses the lines of the bundle.

const TRANSACTIONS = Number(process.env['TRANSACTIONS'] ?? 1_000_000);
const DIST = join(__dirname, '..');

const PARSE = `
const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) });
let fields = 0;
lines.on('line', (line) => (fields += Object.keys(JSON.parse(line)).length));`;

const SIGNED = 'SELECT FROM notary.ledger_checkpoints WHERE ledger_id = $1 AND revision = $2';
const READY_WITHIN_MS = 1_800_000;
const LOOK_AGAIN_MS = 2_000;
/** The share of a processor below which a product has nothing left to do. */
const QUIET = 0.2;

/** Waits until the last commit is signed, and the services have handled the facts about the postings. */
async function untilReady(database: Database, pid: number, lastRevision: number): Promise<void> {
  for (const limit = Date.now() + READY_WITHIN_MS; ;) {
    const [begun, used] = [performance.now(), processorMsOf(pid) ?? 0];
    await delay(LOOK_AGAIN_MS);
    const share = ((processorMsOf(pid) ?? 0) - used) / (performance.now() - begun);
    const { rowCount } = await database.query(SIGNED, [LEDGER_ID, lastRevision]);
    if (rowCount === 1 && share < QUIET) return;
    if (Date.now() > limit) throw new Error('the product was not ready in time');
  }
}

async function measure(product: StandaloneProcess, database: Database, folder: string): Promise<object> {
  const { base_url, api_key, tenant_id, tenant_slug: slug } = product.demo;
  await raiseLimits(product.demo, slug);
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as { master_key: string };
  say(`filling a ledger with ${TRANSACTIONS} transactions`);
  const of = { tenant_id, transactions: TRANSACTIONS };
  const last = await fillLedger(
    new PostgresEventStore(database),
    database,
    Buffer.from(secrets.master_key, 'base64'),
    of,
  );
  say('waiting until it is signed');
  await untilReady(database, product.pid, last);

  const timed = timedIn(folder);
  const bundle = join(folder, 'ledger.jsonl');
  say('exporting its bundle');
  const command = ['ledger', 'export-bundle', '--tenant', slug, LEDGER_ID, '--out', bundle, '--json'];
  const usedBefore = processorMsOf(product.pid) ?? 0;
  const exported = timed([join(DIST, 'apps', 'cli', 'main.js'), ...command], { PROBITY_DATA_DIR: folder });
  const productSeconds = round(((processorMsOf(product.pid) ?? 0) - usedBefore) / 1000);
  say('verifying it');
  const api = new Api(base_url, api_key);
  const head = await api.get<{ data: { keys: string[] } }>(`/tenants/${slug}/checkpoint`);
  const verifier = [join(DIST, 'libs', 'ledger-verification', 'cli.js'), 'bundle', bundle, '--json'];
  const verified = timed([...verifier, '--key', head.body.data.keys[0]!]);
  const { verdict, counts } = JSON.parse(verified.stdout) as BundleReport;
  const parsed = timed(['-e', PARSE, bundle]);
  say('reading receipts');
  const receipts = await measureReceipts(database, api, `/tenants/${slug}`, {
    ledgerId: LEDGER_ID,
    transactions: TRANSACTIONS,
  });
  const rate = ({ seconds }: { seconds: number }): number => Math.round(counts.transactions / seconds);
  const ofProcess = ({ seconds, peak_mib }: { seconds: number; peak_mib: number }) => ({ seconds, peak_mib });
  return {
    machine: machine(),
    bundle: { mib: Math.round(statSync(bundle).size / 2 ** 20), ...counts },
    export: {
      ...ofProcess(exported),
      transactions_per_second: rate(exported),
      product: { processor_seconds: productSeconds, peak_mib: peakOf(product.pid) },
    },
    verification: { verdict, ...ofProcess(verified), transactions_per_second: rate(verified) },
    baseline_parse: ofProcess(parsed),
    receipt: receipts,
  };
}

/** The most memory that a process had, in MiB. */
function peakOf(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);
}

async function main(): Promise<void> {
  const folder = temporaryFolder('probity-bundle-');
  const product = await StandaloneProcess.start(folder);
  try {
    const database = await Database.open({ url: postgresUrl(folder), applicationName: 'bench-bundle' });
    try {
      console.log(JSON.stringify(await measure(product, database, folder), null, 2));
    } finally {
      await database.close();
    }
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
