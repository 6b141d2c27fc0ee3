import { readFileSync, rmSync } from 'node:fs';
import { Deployment } from '../testing/deployment/deployment';
import { obtainKafka } from '../testing/kafka';
import { type Demo, StandaloneProcess } from '../testing/standalone-process';
import { startTestPostgres, temporaryFolder } from '../testing/test-postgres';
import { ACCOUNTS, postingLoad, prepareLedger } from './bench-ledger';
import { type PostLoad, type LoadResult, runLoad } from './load';
import { machine, round, say } from './report';

const CONNECTIONS = [1, 16, 64, 128];
const ROUNDS = 3;
/** Gives the just-in-time compilers time to optimise the code. The broker's compiler needs most of a minute. */
const WARM_UP_SECONDS = 20;
const WARM_UP_CONNECTIONS = [64, 16];

/**
 * Measures separate services over a real Kafka and, in the same run, the product in one process. They take
 * turns, and the median of three rounds counts, because the speed of the machine varies.
 */
export async function benchDistributed(seconds: number): Promise<object> {
  const folder = temporaryFolder('probity-bench-');
  const kafka = await obtainKafka();
  const postgres = await startTestPostgres();
  const embedded = await StandaloneProcess.start(folder, { LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' });
  const deployment = await Deployment.start({
    brokers: kafka.brokers,
    databaseUrl: postgres.url,
    customerRisks: 0,
    pipelines: 0,
    webhookDispatchers: 0,
  });
  try {
    const [one, many] = [await postings(embedded.demo), await postings(await deployment.demo())];
    say('warming up');
    for (const connections of WARM_UP_CONNECTIONS) {
      for (const load of [one, many]) await runLoad({ ...load, connections, until: { seconds: WARM_UP_SECONDS } });
    }

    const results = { embedded: [] as LoadResult[], distributed: [] as LoadResult[] };
    for (const connections of CONNECTIONS) {
      const rounds = { embedded: [] as LoadResult[], distributed: [] as LoadResult[] };
      for (let turn = 0; turn < ROUNDS; turn++) {
        say(`postings at ${connections} connections, round ${turn + 1} of ${ROUNDS}`);
        rounds.embedded.push(await runLoad({ ...one, connections, until: { seconds } }));
        rounds.distributed.push(await runLoad({ ...many, connections, until: { seconds } }));
      }
      results.embedded.push(middle(rounds.embedded));
      results.distributed.push(middle(rounds.distributed));
    }
    const at = (of: LoadResult[], connections: number): LoadResult =>
      of.find((result) => result.connections === connections)!;
    return {
      machine: machine(),
      workload: `one ledger of ${ACCOUNTS} accounts, two-entry postings, unique idempotency keys, durable commits (fsync); gateway, ledger, relay, back office, Kafka (${kafka.source}), Postgres and the load generator on the same machine; events in Postgres`,
      warm_up_seconds: WARM_UP_CONNECTIONS.length * WARM_UP_SECONDS,
      seconds_each: seconds,
      rounds: ROUNDS,
      baselines: { embedded: results.embedded },
      postings: results.distributed,
      resident_mb: Object.fromEntries(deployment.processes.map(({ app, pid }) => [app, residentMb(pid)])),
      ratios: {
        distributed_to_embedded_at_128: round(
          at(results.distributed, 128).per_second / at(results.embedded, 128).per_second,
        ),
        p50_ms_at_16: at(results.distributed, 16).p50_ms,
      },
    };
  } finally {
    await deployment.stop();
    await embedded.stop();
    await postgres.stop();
    await kafka.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function postings(demo: Demo): Promise<PostLoad> {
  return postingLoad(demo, await prepareLedger(demo));
}

const middle = (results: LoadResult[]): LoadResult =>
  [...results].sort((a, b) => a.per_second - b.per_second)[Math.floor(results.length / 2)]!;

const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);
