import { readFileSync, rmSync } from 'node:fs';
import { Api } from '../testing/api';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { ACCOUNTS, countTransactions, postingLoad, prepareLedger } from './bench-ledger';
import { measureCommits } from './commit-baseline';
import { measureEcho } from './echo-baseline';
import { type LoadResult, runLoad } from './load';
import { postgresUrl } from './product-postgres';
import { machine, round, say } from './report';

const CONNECTIONS = [1, 16, 64, 128];
const FILL_CHUNK = 50_000;

/** Measures the product in one process: with an empty ledger, with a full one, and after a restart. */
export async function benchEmbedded(seconds: number, target: number): Promise<object> {
  say('baseline: bare Fastify echo');
  const echo = await measureEcho(CONNECTIONS, seconds);

  const folder = temporaryFolder('probity-bench-');
  let product = await StandaloneProcess.start(folder, { LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' });
  try {
    say('baseline: bare commits');
    const commits = [
      await measureCommits(postgresUrl(folder), 1, seconds / 2),
      await measureCommits(postgresUrl(folder), 16, seconds / 2),
    ];

    const ledger = await prepareLedger(product.demo);
    const postings = postingLoad(product.demo, ledger);
    await runLoad({ ...postings, connections: 16, until: { seconds: Math.min(5, seconds) } }); // warm up

    const empty: LoadResult[] = [];
    for (const connections of CONNECTIONS) {
      say(`postings at ${connections} connections`);
      empty.push(await runLoad({ ...postings, connections, until: { seconds } }));
    }

    const memory = [sample(product, await countTransactions(product.demo, ledger.id))];
    while ((await countTransactions(product.demo, ledger.id)) < target) {
      const missing = target - (await countTransactions(product.demo, ledger.id));
      await runLoad({ ...postings, connections: 128, until: { requests: Math.min(FILL_CHUNK, missing) } });
      memory.push(sample(product, await countTransactions(product.demo, ledger.id)));
      say(`${memory.at(-1)!.transactions} of ${target} transactions, ${memory.at(-1)!.resident_mb} MB resident`);
    }
    const transactions = await countTransactions(product.demo, ledger.id);
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
    if (first.status !== 201) throw new Error(`the first posting after the restart returned ${first.status}`);

    const at64 = (results: LoadResult[]): number => results.find((result) => result.connections === 64)!.per_second;
    return {
      machine: machine(),
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
    };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function sample({ pid }: StandaloneProcess, transactions: number): { transactions: number; resident_mb: number } {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
  return { transactions, resident_mb: Math.round(kilobytes / 1024) };
}
