import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { RESPONSE_MS, SlowProvider } from './providers/slow-provider';
import { TenantLoad } from './providers/tenant-load';
import { machine, round, say } from './report';
import { BenchProduct, type BenchTenant } from './webhooks/bench-product';

const HELP = `npm run bench:providers -- [--rate 200] [--other-rate 50] [--seconds 20] [--rounds 3]

Two tenants of the product as "npm start" runs it. One has its counterparties screened by a provider whose responses
take ${RESPONSE_MS.p50} ms (median) and ${RESPONSE_MS.p99} ms (99th percentile). The other is in native mode. In each round the
other tenant sends events alone, then beside the first. Takes the time from an event's acceptance to its stored
outcome.

Prints JSON.`;

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
      rounds: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const options = {
    rate: Number(values.rate),
    otherRate: Number(values['other-rate']),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
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
    await screenWith(product, provided, provider.url);

    const settled = async (): Promise<void> => {
      const waiting = 'SELECT count(*)::int AS events FROM pipeline.inbox';
      while ((await product.database.query<{ events: number }>(waiting)).rows[0]!.events > 0) await delay(20);
    };
    const latency = async ({ id }: BenchTenant, since: Date): Promise<Latency> =>
      (await product.database.query<Latency & Record<string, unknown>>(LATENCY, [id, since])).rows[0]!;

    say('warming up');
    await Promise.all([busy.run(rate, 5), other.run(otherRate, 5)]);
    await settled();
    const results: { alone: Latency; beside: Latency; provided: Latency }[] = [];
    for (let n = 1; n <= rounds; n++) {
      say(`round ${n} of ${rounds}`);
      const before = new Date();
      await other.run(otherRate, seconds);
      await settled();
      const alone = await latency(native, before);
      const since = new Date();
      await Promise.all([busy.run(rate, seconds), other.run(otherRate, seconds)]);
      await settled();
      results.push({ alone, beside: await latency(native, since), provided: await latency(provided, since) });
    }
    const degraded = await product.database.query<{ events: number }>(DEGRADED, [provided.id]);
    const mean = (of: (result: (typeof results)[number]) => number): number =>
      round(results.reduce((sum, result) => sum + of(result), 0) / results.length);
    return {
      machine: machine(),
      workload: { rate, other_rate: otherRate, seconds, rounds, provider_response_ms: RESPONSE_MS },
      provider_requests: provider.requests,
      events_with_fallback: degraded.rows[0]!.events,
      not_accepted: busy.failed + other.failed,
      rounds: results,
      means: {
        with_provider_p99_ms: mean((result) => result.provided.p99_ms),
        other_tenant_alone_p99_ms: mean((result) => result.alone.p99_ms),
        other_tenant_beside_p99_ms: mean((result) => result.beside.p99_ms),
        other_tenant_beside_to_alone_p99: round(
          mean((result) => result.beside.p99_ms) / mean((result) => result.alone.p99_ms),
        ),
      },
    };
  } finally {
    await product.stop();
    await provider.stop();
  }
}

/** Has the counterparties of a tenant screened by the provider. */
async function screenWith(product: BenchProduct, { slug }: BenchTenant, url: string): Promise<void> {
  const { demo } = product.process;
  const backOffice = new BackOfficeClient(demo.back_office_url, demo.operator_token);
  const said = { officer: 'bench', reason: 'a benchmark' };
  await backOffice.put(`tenants/${slug}/providers/yente`, { configuration: { base_url: url }, ...said });
  await backOffice.post(`tenants/${slug}/providers/yente/activate`, said);
  const settings = {
    stages: { screening: 'plugin' },
    providers: { screening: { plugin: 'yente', fallback: 'native' } },
  };
  await backOffice.patch(`tenants/${slug}/settings`, { settings, ...said });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
