import { parseArgs } from 'node:util';
import { numberAboveZero, runTool } from '../testing/run-tool';
import { measureCommits } from './commit-baseline';
import { machine, round, say } from './report';
import { measureAlertLatency } from './webhooks/alert-latency';
import { tidy } from './webhooks/backlog';
import { measureBadReceivers } from './webhooks/bad-receivers';
import { measureBarePosts } from './webhooks/bare-posts';
import { BenchProduct } from './webhooks/bench-product';
import { BenchReceiver } from './webhooks/bench-receiver';
import { measureDeadBacklog } from './webhooks/dead-backlog';
import { type Drain, drain } from './webhooks/drain';

const HELP = `npm run bench:webhooks -- [--deliveries 30000] [--alerts 200] [--seconds 10] [--pairs 2] [--phase 16]
                          [--rate 2] [--backlog 100000] [--only drain,alerts,bad,dead]

Runs the product as "npm start" does, and a receiver in its own process on the same machine.

drain   sends --deliveries that are due at once to one receiver; baseline: undici alone posts the same bytes
alerts  raises --alerts a second for --seconds and measures the time from the event store to the request
bad     measures 80 endpoints at --rate alerts a second each: alone, and beside 10 endpoints that never respond
        and 10 that refuse connections; in turns of --phase seconds, --pairs times
dead    measures 8 healthy endpoints: alone, and beside --backlog due deliveries of one dead endpoint

Prints JSON.`;

const WARM_UP = 5_000;
const CONNECTIONS = 64;

type Options = Record<'deliveries' | 'alerts' | 'seconds' | 'pairs' | 'phase' | 'rate' | 'backlog', number> & {
  parts: string[];
};

async function main(): Promise<void> {
  const number = (value: number) => ({ type: 'string', default: String(value) }) as const;
  const { values } = parseArgs({
    options: {
      deliveries: number(30_000),
      alerts: number(200),
      seconds: number(10),
      pairs: number(2),
      phase: number(16),
      rate: number(2),
      backlog: number(100_000),
      only: { type: 'string', default: 'drain,alerts,bad,dead' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const { only, help: _help, ...numbers } = values;
  const read = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, numberAboveZero(name, text)]));
  console.log(JSON.stringify(await bench({ ...read, parts: only.split(',') } as Options), null, 2));
}

async function bench(options: Options): Promise<object> {
  const wants = (part: string): boolean => options.parts.includes(part);
  const receiver = await BenchReceiver.start();
  const product = await BenchProduct.start();
  try {
    return {
      machine: machine(),
      workload: {
        profile: 'one process, embedded Postgres with durable commits; receiver and load generator on the same machine',
        options,
      },
      ...(wants('drain') && { drain: await benchDrain(product, receiver, options) }),
      ...(wants('alerts') && { alerts: await benchAlerts(product, receiver, options) }),
      ...(wants('bad') && {
        bad_receivers: await measureBadReceivers(product, receiver, { ...options, seconds: options.phase }),
      }),
      ...(wants('dead') && {
        dead_backlog: await measureDeadBacklog(product, receiver, { ...options, rate: options.alerts }),
      }),
    };
  } finally {
    await product.stop();
    await receiver.stop();
  }
}

/** Measures twice, because the speed of a shared machine varies. */
async function benchDrain(product: BenchProduct, receiver: BenchReceiver, { deliveries }: Options): Promise<object> {
  const endpoint = await product.newEndpoint(await product.newTenant(), receiver.url);
  await drain(product, receiver, [endpoint], WARM_UP);
  const drains: Drain[] = [];
  const bare: number[] = [];
  const commits: number[] = [];
  for (let run = 1; run <= 2; run++) {
    say(`baselines, and ${deliveries} deliveries to one receiver: run ${run} of 2`);
    await tidy(product.database);
    bare.push((await measureBarePosts(receiver, CONNECTIONS, 2)).per_second);
    commits.push((await measureCommits(product.url, 1, 2)).per_second);
    drains.push(await drain(product, receiver, [endpoint], deliveries));
  }
  const best = Math.max(...drains.map(({ per_second }) => per_second));
  return {
    runs: drains,
    deliveries_per_second: best,
    baselines: {
      bare_posts_per_second: Math.max(...bare),
      bare_posts_connections: CONNECTIONS,
      single_row_commits_per_second: Math.max(...commits),
    },
    ratios: {
      deliveries_to_bare_posts: round(best / Math.max(...bare)),
      deliveries_to_single_row_commits: round(best / Math.max(...commits)),
    },
  };
}

async function benchAlerts(product: BenchProduct, receiver: BenchReceiver, options: Options): Promise<object> {
  const tenant = await product.newTenant();
  await product.newEndpoint(tenant, receiver.url);
  say(`${options.alerts} alerts a second for ${options.seconds} s`);
  await measureAlertLatency(product, receiver, tenant, options.alerts, 2);
  return measureAlertLatency(product, receiver, tenant, options.alerts, options.seconds);
}

runTool(HELP, main);
