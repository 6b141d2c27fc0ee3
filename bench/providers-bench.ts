import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { numberAboveZero, runTool, wholeNumber } from '../testing/run-tool';
import { RESPONSE_MS, SlowProvider } from './providers/slow-provider';
import { TenantLoad } from './providers/tenant-load';
import { machine, round, say } from './report';
import { BenchProduct, type BenchTenant } from './webhooks/bench-product';

const HELP = `npm run bench:providers -- [--rate 200] [--other-rate 50] [--seconds 20] [--rounds 5]

Two tenants of the product as "npm start" runs it. One has its counterparties screened by a provider whose responses
take ${RESPONSE_MS.p50} ms (median) and ${RESPONSE_MS.p99} ms (99th percentile). The other is in native mode. In each round the
other tenant sends events alone; then beside the first, once with its provider and once without, in turns. Takes the
time from an event's acceptance to its stored outcome.

Prints JSON with each round and the medians. Use an odd number of rounds.`;

interface Options {
  rate: number;
  otherRate: number;
  seconds: number;
  rounds: number;
}

interface Latency {
  events: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
}

const MODES = ['native', 'plugin'] as const;
type Mode = (typeof MODES)[number];
/** who changes the settings, and why */
const BY = { reason: 'a benchmark' };
const WARM_UP_S = 10;

const LATENCY = `
  SELECT count(*)::int AS events, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::numeric, 1)::float8 AS p50_ms,
    round(percentile_cont(0.99) WITHIN GROUP (ORDER BY ms)::numeric, 1)::float8 AS p99_ms,
    round(max(ms)::numeric, 1)::float8 AS max_ms
  FROM (SELECT extract(epoch FROM processed_at - received_at)::float8 * 1000 AS ms FROM pipeline.processed_events
    WHERE tenant_id = $1 AND received_at >= $2) AS times`;
const DEGRADED = `
  SELECT count(*)::int AS events FROM pipeline.processed_events
  WHERE tenant_id = $1 AND stages::text LIKE '%"degraded"%'`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '200' },
      'other-rate': { type: 'string', default: '50' },
      seconds: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const options = {
    rate: numberAboveZero('rate', values.rate),
    otherRate: numberAboveZero('other-rate', values['other-rate']),
    seconds: numberAboveZero('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
  };
  console.log(JSON.stringify(await bench(options), null, 2));
}

async function bench({ rate, otherRate, seconds, rounds }: Options): Promise<object> {
  const provider = await SlowProvider.start();
  const product = await BenchProduct.start({ PROVIDER_ALLOW_LOOPBACK: 'true' });
  try {
    const [provided, native] = (await product.newTenants(2)) as [BenchTenant, BenchTenant];
    say('creating customers');
    const [busy, other] = [new TenantLoad(provided), new TenantLoad(native)];
    await Promise.all([busy.prepare(), other.prepare()]);
    await configure(product, provided, provider.url);

    const settled = async (): Promise<void> => {
      const waiting = 'SELECT count(*)::int AS events FROM pipeline.inbox';
      while ((await product.database.query<{ events: number }>(waiting)).rows[0]!.events > 0) await delay(20);
    };
    const latency = async ({ id }: BenchTenant, since: Date): Promise<Latency> =>
      (await product.database.query<Latency & Record<string, unknown>>(LATENCY, [id, since])).rows[0]!;

    const both = async (length: number): Promise<{ other: Latency; busy: Latency }> => {
      const since = new Date();
      await Promise.all([busy.run(rate, length), other.run(otherRate, length)]);
      await settled();
      return { other: await latency(native, since), busy: await latency(provided, since) };
    };
    say('warming up');
    for (const mode of MODES) {
      await screenBy(product, provided, mode);
      await both(WARM_UP_S);
    }
    const results: { alone: Latency; beside: Record<Mode, Latency>; busy: Record<Mode, Latency> }[] = [];
    for (let n = 1; n <= rounds; n++) {
      say(`round ${n} of ${rounds}`);
      const before = new Date();
      await other.run(otherRate, seconds);
      await settled();
      const alone = await latency(native, before);
      const measured: Partial<Record<Mode, { other: Latency; busy: Latency }>> = {};
      for (const mode of n % 2 ? MODES : MODES.toReversed()) {
        await screenBy(product, provided, mode);
        measured[mode] = await both(seconds);
      }
      const { native: withNative, plugin: withPlugin } = measured as Required<typeof measured>;
      results.push({
        alone,
        beside: { native: withNative.other, plugin: withPlugin.other },
        busy: { native: withNative.busy, plugin: withPlugin.busy },
      });
    }
    const degraded = await product.database.query<{ events: number }>(DEGRADED, [provided.id]);
    const median = (of: (result: (typeof results)[number]) => number): number => {
      const sorted = results.map(of).sort((a, b) => a - b);
      return sorted[Math.ceil(sorted.length / 2) - 1]!;
    };
    return {
      machine: machine(),
      workload: { rate, other_rate: otherRate, seconds, rounds, provider_response_ms: RESPONSE_MS },
      provider_requests: provider.requests,
      events_with_fallback: degraded.rows[0]!.events,
      not_accepted: busy.failed + other.failed,
      rounds: results,
      medians: {
        with_provider_p99_ms: median((result) => result.busy.plugin.p99_ms),
        other_tenant_p99_ms: {
          alone: median((result) => result.alone.p99_ms),
          beside_native: median((result) => result.beside.native.p99_ms),
          beside_provider: median((result) => result.beside.plugin.p99_ms),
        },
        beside_provider_to_native: round(
          median(({ beside }) => beside.plugin.p99_ms) / median(({ beside }) => beside.native.p99_ms),
        ),
        beside_provider_to_alone: round(
          median(({ beside }) => beside.plugin.p99_ms) / median(({ alone }) => alone.p99_ms),
        ),
      },
    };
  } finally {
    await product.stop();
    await provider.stop();
  }
}

async function configure(product: BenchProduct, { slug }: BenchTenant, url: string): Promise<void> {
  const backOffice = backOfficeOf(product);
  await backOffice.put(`tenants/${slug}/providers/yente`, { configuration: { base_url: url }, ...BY });
  await backOffice.post(`tenants/${slug}/providers/yente/activate`, BY);
}

/** Has the counterparties of a tenant screened by Probity, or by the provider. */
async function screenBy(product: BenchProduct, { slug }: BenchTenant, mode: Mode): Promise<void> {
  const settings = {
    stages: { screening: mode },
    providers: { screening: { plugin: 'yente', fallback: 'native' } },
  };
  await backOfficeOf(product).patch(`tenants/${slug}/settings`, { settings, ...BY });
}

const backOfficeOf = ({ process: { demo } }: BenchProduct): BackOfficeClient =>
  new BackOfficeClient(demo.back_office_url, demo.operator_token);

runTool(HELP, main);
