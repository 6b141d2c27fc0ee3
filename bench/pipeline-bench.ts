import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { numberAboveZero, runTool, wholeNumber } from '../testing/run-tool';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { benchPipelineAgainst } from './compare-pipeline';
import { measureCommits } from './commit-baseline';
import { CUSTOMERS, PipelineLoad } from './pipeline-load';
import { StoredHistory } from './stored-history';
import { postgresUrl } from './product-postgres';
import { machine, round, say } from './report';

const HELP = `npm run bench:pipeline -- [--events 20000] [--rate 500] [--stored 5000000]
       npm run bench:pipeline -- --against <folder> [--events 2500] [--rounds 12]

Runs the product as "npm start" does, with 10,000 customers, a watchlist of 20,000 entries, and 30 active rules,
at least 15 of them with time windows. First it sends events as fast as they are accepted and measures the time
from the first 202 to the last stored outcome. Then it sends events at a steady rate and measures the time from
an event's acceptance to its stored outcome. Then it fills the history and measures both again.

With --against it measures events and reads of customers in turns with another version that is checked out and
built in the folder.

Prints JSON.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      events: { type: 'string' },
      against: { type: 'string' },
      rounds: { type: 'string', default: '12' },
      rate: { type: 'string', default: '500' },
      stored: { type: 'string', default: '5000000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  console.log(JSON.stringify(await measured(), null, 2));

  function measured(): Promise<object> {
    const { against, events = against === undefined ? '20000' : '2500' } = values;
    const count = wholeNumber('events', events);
    if (against !== undefined) return benchPipelineAgainst(against, wholeNumber('rounds', values.rounds), count);
    return bench(count, numberAboveZero('rate', values.rate), wholeNumber('stored', values.stored));
  }
}

const LITTLE = 50_000;

async function bench(events: number, rate: number, stored: number): Promise<object> {
  const folder = temporaryFolder('probity-bench-');
  const product = await StandaloneProcess.start(folder, { LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
  const history = await StoredHistory.open(postgresUrl(folder));
  try {
    say('baseline: bare commits');
    const commits = await measureCommits(postgresUrl(folder), 16, 3);
    const load = new PipelineLoad(product, history);
    await load.prepare();

    say(`history of ${LITTLE} transactions`);
    await history.fillTo(LITTLE, load.customers, product.demo.tenant_id);
    await load.warmUp();
    const fastLittle = await load.asFastAsPossible(events);
    const steadyLittle = await load.atRate(rate, Math.min(events, rate * 20));

    say(`history of ${stored} transactions`);
    await history.fillTo(stored, load.customers, product.demo.tenant_id);
    const cold = await load.asFastAsPossible(CUSTOMERS); // the first read of each customer's history
    await load.warmUp();
    const fastMuch = await load.asFastAsPossible(events);
    const steadyMuch = await load.atRate(rate, Math.min(events, rate * 20));

    return {
      machine: machine(),
      workload: {
        customers: CUSTOMERS,
        ...(await load.describe()),
        events,
        spread: 'stored transactions are spread evenly over the customers and over the year before',
        profile: 'one process, embedded Postgres with durable commits, load generator on the same machine',
      },
      baselines: { single_row_commits: commits },
      with_little_history: { stored: LITTLE, as_fast_as_possible: fastLittle, at_a_steady_rate: steadyLittle },
      with_much_history: {
        stored,
        first_event_of_each_customer: cold,
        as_fast_as_possible: fastMuch,
        at_a_steady_rate: steadyMuch,
      },
      ratios: {
        events_to_single_row_commits: round(fastLittle.per_second / commits.per_second),
        wall_time_per_event_much_to_little: round(fastLittle.per_second / fastMuch.per_second),
        cpu_per_event_much_to_little: round(fastMuch.cpu_ms_per_event / fastLittle.cpu_ms_per_event),
      },
    };
  } finally {
    await history.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

runTool(HELP, main);
