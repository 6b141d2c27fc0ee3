import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Api } from '../harness/api';
import { StandaloneProcess } from '../harness/standalone-process';
import { temporaryFolder } from '../harness/test-postgres';
import { measureCommits } from './commit-baseline';
import { type LoadResult, runLoad } from './load';

const ACCOUNTS = 1_000;
const CONNECTIONS = [1, 16, 64, 128];
const FILL_CHUNK = 50_000;

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    transactions: { type: 'string', default: '1000000' },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
};

async function main(): Promise<void> {
  if (options.help) {
    console.log(
      'npm run bench:ledger -- [--seconds 10] [--transactions 1000000]\n\n' +
        'Measures postings per second on one hot ledger of 1,000 accounts, with a bare Fastify echo and bare\n' +
        'single-row commits in the same run, then fills the ledger and measures again. Prints JSON.',
    );
    return;
  }
  const seconds = Number(options.seconds);
  const target = Number(options.transactions);

  say('baseline: bare Fastify echo');
  const echo = await measureEcho(seconds);

  const folder = temporaryFolder('probity-bench-');
  let product = await StandaloneProcess.start(folder, { LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' });
  try {
    say('baseline: bare commits');
    const commits = [
      await measureCommits(postgresUrl(folder), 1, seconds / 2),
      await measureCommits(postgresUrl(folder), 16, seconds / 2),
    ];

    const ledger = await prepareLedger(product);
    const postings = postingLoad(product, ledger);
    await runLoad({ ...postings, connections: 16, until: { seconds: Math.min(5, seconds) } }); // warm up

    const empty: LoadResult[] = [];
    for (const connections of CONNECTIONS) {
      say(`postings at ${connections} connections`);
      empty.push(await runLoad({ ...postings, connections, until: { seconds } }));
    }

    const memory = [sample(product, await count(product, ledger.id))];
    while ((await count(product, ledger.id)) < target) {
      const missing = target - (await count(product, ledger.id));
      await runLoad({ ...postings, connections: 128, until: { requests: Math.min(FILL_CHUNK, missing) } });
      memory.push(sample(product, await count(product, ledger.id)));
      say(`${memory.at(-1)!.transactions} of ${target} transactions, ${memory.at(-1)!.resident_mb} MB resident`);
    }
    const transactions = await count(product, ledger.id);
    say('postings at 64 connections on the full ledger');
    const full = await runLoad({ ...postings, connections: 64, until: { seconds } });

    say('restart');
    const stoppedWith = await product.stop();
    const startedAt = performance.now();
    product = await StandaloneProcess.start(folder);
    const readyMs = performance.now() - startedAt;
    const firstAt = performance.now();
    const first = await new Api(product.demo.base_url, product.demo.api_key).send(
      'POST',
      ledger.path,
      postings.nextBody(),
    );
    const firstMs = performance.now() - firstAt;
    if (first.status !== 201) throw new Error(`the first posting after the restart answered ${first.status}`);

    const at64 = (results: LoadResult[]): number => results.find((result) => result.connections === 64)!.per_second;
    console.log(
      JSON.stringify(
        {
          machine: {
            cpus: cpus().length,
            model: cpus()[0]?.model,
            memory_gib: Math.round(totalmem() / 2 ** 30),
            node: process.version,
          },
          workload: `one ledger of ${ACCOUNTS} accounts, two-entry postings, unique idempotency keys, durable commits (fsync), load generator on the same machine`,
          seconds_each: seconds,
          baselines: { fastify_echo: echo, single_row_commits: commits },
          postings: empty,
          postings_on_full_ledger: { transactions, ...full },
          memory,
          restart: {
            transactions,
            stopped_with: stoppedWith,
            ready_ms: Math.round(readyMs),
            first_posting_ms: Math.round(firstMs),
          },
          ratios: {
            postings_to_echo_at_64: round(at64(empty) / at64(echo)),
            full_to_empty_at_64: round(full.per_second / at64(empty)),
            largest_resident_mb: Math.max(...memory.map((entry) => entry.resident_mb)),
          },
        },
        null,
        2,
      ),
    );
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureEcho(seconds: number): Promise<LoadResult[]> {
  const server = spawn(process.execPath, [join(__dirname, 'echo-server.js')], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const load = { url: `http://127.0.0.1:${String(line).trim()}/`, headers: {}, nextBody: bodies(sampleLedger()) };
    await runLoad({ ...load, connections: 16, until: { seconds: Math.min(3, seconds) } }); // warm up
    const results: LoadResult[] = [];
    for (const connections of CONNECTIONS) results.push(await runLoad({ ...load, connections, until: { seconds } }));
    return results;
  } finally {
    server.kill();
  }
}

interface BenchLedger {
  id: string;
  accounts: string[];
  path: string;
}

const sampleLedger = (): BenchLedger => ({
  id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071',
  accounts: Array.from({ length: ACCOUNTS }, (_, n) => `019a2b3c-4d5e-7f60-8a1b-${String(n).padStart(12, '0')}`),
  path: '',
});

async function prepareLedger({ demo }: StandaloneProcess): Promise<BenchLedger> {
  const api = new Api(demo.base_url, demo.api_key);
  const tenant = `/tenants/${demo.tenant_slug}`;
  const created = await api.post(`${tenant}/ledgers`, { name: 'Bench', currency: 'USD' });
  const id = created.body.data.id as string;
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, n) => {
      const body = { code: `bench-${n}`, name: `Account ${n}`, account_type: n % 2 === 0 ? 'asset' : 'liability' };
      const opened = await api.post(`${tenant}/ledgers/${id}/accounts`, body);
      if (opened.status !== 201) throw new Error(`account ${n}: ${JSON.stringify(opened.body)}`);
      return opened.body.id as string;
    }),
  );
  return { id, accounts, path: `${tenant}/postings` };
}

function postingLoad({ demo }: StandaloneProcess, ledger: BenchLedger) {
  return {
    url: `${demo.base_url}${ledger.path}`,
    headers: { authorization: `Bearer ${demo.api_key}` },
    nextBody: bodies(ledger),
  };
}

/** Two-entry postings between two different accounts, chosen by a fixed pseudo-random sequence. */
function bodies({ id, accounts }: BenchLedger): () => string {
  const run = `${process.pid}-${Date.now()}`;
  let n = 0;
  return () => {
    n++;
    const from = (n * 7919) % ACCOUNTS;
    const to = (from + 1 + ((n * 104_729) % (ACCOUNTS - 1))) % ACCOUNTS;
    const amount = String(1 + (n % 1_000_000));
    return JSON.stringify({
      ledger_id: id,
      currency: 'USD',
      description: 'Card settlement',
      reference: `order-${n}`,
      idempotency_key: `bench-${run}-${n}`,
      entries: [
        { account_id: accounts[from], debit: amount },
        { account_id: accounts[to], credit: amount },
      ],
    });
  };
}

async function count({ demo }: StandaloneProcess, ledgerId: string): Promise<number> {
  const api = new Api(demo.base_url, demo.api_key);
  const path = `/tenants/${demo.tenant_slug}/ledgers/${ledgerId}/transactions`;
  let low = 0; // an offset that has a transaction behind it, or 0
  let high = 1 << 30; // an offset that has none
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const page = await api.get(`${path}?limit=1&offset=${middle}`);
    if (page.body.data.length > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sample({ pid }: StandaloneProcess, transactions: number): { transactions: number; resident_mb: number } {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  return { transactions, resident_mb: Math.round(kilobytes / 1024) };
}

function postgresUrl(folder: string): string {
  const { postgres_password } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as {
    postgres_password: string;
  };
  return `postgresql://probity:${postgres_password}@${encodeURIComponent(join(folder, 'postgres', 'run'))}/postgres`;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
