import { resolve } from 'node:path';
import { type Contender, inTurns, median, ratioOfNeighbours, type Version } from './in-turns';
import { runLoad } from './load';
import type * as pipelineLoad from './pipeline-load';
import { postgresUrl } from './product-postgres';
import { machine, round, say } from './report';
import type * as storedHistory from './stored-history';

const STORED = 50_000;
const READERS = 8;
const READS = 3_000;
/** The first rounds do not count: the just-in-time compiler is still at work. */
const WARM_UP_ROUNDS = 4;

interface Measured {
  load: pipelineLoad.PipelineLoad;
  history: storedHistory.StoredHistory;
  events_per_second: number[];
  cpu_ms_per_event: number[];
  customer_reads_per_second: number[];
}
type Figure = Exclude<keyof Measured, 'load' | 'history'>;
const FIGURES: Figure[] = ['events_per_second', 'cpu_ms_per_event', 'customer_reads_per_second'];

/**
 * Measures two versions in turns: events from their acceptance to their outcomes, and reads of single customers. See
 * `ratioOfNeighbours`.
 *
 * @param folder a checkout of the other version, built with `node tools/build.mjs`
 */
export async function benchPipelineAgainst(folder: string, rounds: number, events: number): Promise<object> {
  const [ours, theirs] = await inTurns<Measured>(folder, WARM_UP_ROUNDS + rounds, {
    prepare,
    measure: (contender) => measure(contender, events),
    close: ({ history }) => history.close(),
  });
  for (const { prepared } of [ours, theirs]) FIGURES.forEach((figure) => prepared[figure].splice(0, WARM_UP_ROUNDS));
  const ratio = (figure: Figure): number => round(ratioOfNeighbours(ours.prepared[figure], theirs.prepared[figure]));
  return {
    machine: machine(),
    workload: `${STORED} stored transactions; in turns ${events} events and ${READS} reads with ${READERS} connections`,
    rounds,
    rounds_before_that_do_not_count: WARM_UP_ROUNDS,
    this: figuresOf(ours.prepared),
    other: figuresOf(theirs.prepared),
    ratios: Object.fromEntries(FIGURES.map((figure) => [figure, ratio(figure)])),
  };
}

/** Each version is prepared by its own code: requests and tables may differ between versions. */
async function prepare({ name, data, product, dist }: Version): Promise<Measured> {
  say(`preparing ${name}`);
  const { PipelineLoad } = (await import(resolve(dist, 'bench/pipeline-load.js'))) as typeof pipelineLoad;
  const { StoredHistory } = (await import(resolve(dist, 'bench/stored-history.js'))) as typeof storedHistory;
  const history = await StoredHistory.open(postgresUrl(data));
  const load = new PipelineLoad(product, history);
  await load.prepare();
  await history.fillTo(STORED, load.customers, product.demo.tenant_id);
  await load.warmUp();
  return { load, history, events_per_second: [], cpu_ms_per_event: [], customer_reads_per_second: [] };
}

async function measure({ name, product, prepared }: Contender<Measured>, events: number): Promise<void> {
  const { per_second, cpu_ms_per_event } = await prepared.load.asFastAsPossible(events);
  const { base_url, api_key, tenant_slug } = product.demo;
  let next = 0;
  const { customers } = prepared.load;
  const list = new URL(`${base_url}/tenants/${tenant_slug}/customers`);
  const reads = await runLoad({
    url: list.href,
    nextPath: () => `${list.pathname}/${customers[next++ % customers.length]!}`,
    headers: { authorization: `Bearer ${api_key}` },
    connections: READERS,
    until: { requests: READS },
  });
  if (reads.failed > 0) throw new Error(`${reads.failed} reads of customers failed`);
  prepared.events_per_second.push(per_second);
  prepared.cpu_ms_per_event.push(cpu_ms_per_event);
  prepared.customer_reads_per_second.push(reads.per_second);
  say(`${name}: ${per_second} events/s, ${cpu_ms_per_event} ms each, ${reads.per_second} reads/s`);
}

const figuresOf = (measured: Measured): object =>
  Object.fromEntries(FIGURES.map((figure) => [figure, { median: median(measured[figure]), rounds: measured[figure] }]));
