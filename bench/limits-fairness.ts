import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { numberAboveZero, runTool } from '../testing/run-tool';
import { inParallel } from '../tests/crash/in-parallel';
import type { Noise, NoisyTenant } from './fairness/noisy-thread';
import { atRate, count, post, type PostingTenant, type Statuses } from './fairness/posting-tenant';
import { machine, round, say } from './report';
import { BenchProduct, type BenchTenant } from './webhooks/bench-product';
import { type Latencies, summary } from './webhooks/latencies';

const HELP = `npm run fairness:limits -- [--tenants 100] [--rate 2] [--factor 50] [--seconds 5] [--rounds 15]

The product as "npm start" runs it, with so many tenants. An operator limits each of them to --rate postings per second.
In each round, all tenants but one send exactly what they may: first alone, then while the last one sends --factor
times what it may. Half of the rounds begin with the other part.

Prints JSON: whether the others got all of theirs, and the 99th percentiles of their latencies: over all rounds together,
and the medians of the rounds. Use short parts and many rounds on a machine with other work, and an odd number.`;

interface Options {
  tenants: number;
  rate: number;
  factor: number;
  seconds: number;
  rounds: number;
}

interface Part {
  others: Statuses;
  latency: Latencies;
  noisy: Statuses;
}

const CONNECTIONS = 64;
const WARM_UP_S = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tenants: { type: 'string', default: '100' },
      rate: { type: 'string', default: '2' },
      factor: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '15' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const { help: _help, ...numbers } = values;
  const options = Object.fromEntries(
    Object.entries(numbers).map(([name, text]) => [name, numberAboveZero(name, text)]),
  );
  console.log(JSON.stringify(await bench(options as unknown as Options), null, 2));
}

async function bench({ tenants, rate, factor, seconds, rounds }: Options): Promise<object> {
  const product = await BenchProduct.start();
  const { origin } = new URL(product.process.demo.base_url);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  let stopThread: () => Promise<unknown> = () => Promise.resolve();
  try {
    say(`creating ${tenants} tenants`);
    const prepared = await inParallel(await product.newTenants(tenants), 4, (tenant) => prepare(product, tenant, rate));
    const [noisy, ...others] = prepared as [PostingTenant, ...PostingTenant[]];

    const thread = new Worker(join(__dirname, 'fairness', 'noisy-thread.js'), {
      workerData: { origin, tenant: noisy } satisfies NoisyTenant,
    });
    stopThread = () => thread.terminate();
    const all = { quiet: [] as number[], beside: [] as number[] };
    const part = async (length: number, noisyRate: number, latencies: number[] = []): Promise<Part> => {
      const statuses: Statuses = {};
      const before = latencies.length;
      const beside = noisyRate > 0 ? makeNoise(thread, { perSecond: noisyRate, seconds: length }) : Promise.resolve({});
      await atRate(rate * others.length, length, async (n) => {
        const { status, ms } = await post(pool, others[n % others.length]!);
        count(statuses, status);
        latencies.push(ms);
      });
      return { others: statuses, latency: summary(latencies.slice(before)), noisy: await beside };
    };

    say('warming up');
    await part(WARM_UP_S, rate * factor);
    const results: { quiet: Part; beside: Part }[] = [];
    for (let n = 1; n <= rounds; n++) {
      say(`round ${n} of ${rounds}`);
      const parts: Partial<(typeof results)[number]> = {};
      for (const name of n % 2 ? (['quiet', 'beside'] as const) : (['beside', 'quiet'] as const)) {
        parts[name] = await part(seconds, name === 'beside' ? rate * factor : 0, all[name]);
      }
      results.push(parts as Required<typeof parts>);
    }
    const p99 = (name: 'quiet' | 'beside'): number => median(results.map((result) => result[name].latency.p99_ms));
    const refused = results.flatMap(({ quiet, beside }) => [quiet, beside]).map(({ others: of }) => notServed(of));
    const together = { quiet: summary(all.quiet), beside: summary(all.beside) };
    return {
      machine: machine(),
      workload: { tenants, limit_per_second: rate, factor, seconds, rounds },
      rounds: results,
      others_not_served: refused.reduce((sum, one) => sum + one, 0),
      all_rounds: together,
      medians: { quiet_p99_ms: p99('quiet'), beside_p99_ms: p99('beside') },
      ratios: {
        p99_beside_to_quiet: round(together.beside.p99_ms / together.quiet.p99_ms),
        median_p99_beside_to_quiet: round(p99('beside') / p99('quiet')),
      },
    };
  } finally {
    await stopThread();
    await pool.close();
    await product.stop();
  }
}

/** Gives the tenant a ledger to post to, and limits it. A tenant may use the whole of its limit with one key. */
async function prepare(product: BenchProduct, { slug, key, api }: BenchTenant, rate: number): Promise<PostingTenant> {
  const { demo } = product.process;
  const backOffice = new BackOfficeClient(demo.back_office_url, demo.operator_token);
  await backOffice.post(`tenants/${slug}/currencies`, {
    code: 'USD',
    name: 'US Dollar',
    minor_unit_decimals: 2,
    reason: 'a benchmark',
  });
  const ledger = await api.post(`/tenants/${slug}/ledgers`, { name: 'Book', currency: 'USD' });
  const ledgerId = ledger.body.data.id as string;
  const open = async (code: string, account_type: string): Promise<string> =>
    (await api.post(`/tenants/${slug}/ledgers/${ledgerId}/accounts`, { code, name: code, account_type })).body
      .id as string;
  const [cash, funds] = [await open('1000', 'asset'), await open('2000', 'liability')];
  // What arrives late because the machine was busy must not be rejected, so the burst is that of some seconds.
  const limits = { requests_per_second: rate, request_burst: 4 * rate };
  await backOffice.patch(`tenants/${slug}/limits`, { limits, reason: 'a benchmark' });
  return { slug, key, ledgerId, cash, funds };
}

async function makeNoise(thread: Worker, noise: Noise): Promise<Statuses> {
  thread.postMessage(noise);
  const [statuses] = (await once(thread, 'message')) as [Statuses];
  return statuses;
}

const notServed = (statuses: Statuses): number =>
  Object.entries(statuses).reduce((sum, [status, responses]) => sum + (status === '201' ? 0 : responses), 0);

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1]!;
}

runTool(HELP, main);
