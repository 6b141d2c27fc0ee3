import { ACCOUNTS, postingLoad, prepareLedger } from './bench-ledger';
import { inTurns, median, ratioOfNeighbours } from './in-turns';
import { type LoadResult, runLoad } from './load';
import { processorMsOf } from './processor-time';
import { machine, round, say } from './report';

const CONNECTIONS = 64;
/** Until then the compiler and the growing heap cost more than the postings; how long differs between versions. */
const WARM_UP_SECONDS = 30;

interface Measured {
  load: ReturnType<typeof postingLoad>;
  rounds: LoadResult[];
  /** of its Node process in the rounds, without Postgres */
  processorMs: number;
}

/**
 * Measures postings of two versions in turns; see `inTurns`. The processor time for each posting hardly depends on the
 * speed of the machine: it shows what a version costs even on a machine that others use too.
 *
 * @param folder a checkout of the other version, built with `node tools/build.mjs`
 */
export async function benchAgainst(folder: string, rounds: number, seconds: number): Promise<object> {
  const contenders = await inTurns<Measured>(folder, rounds, {
    prepare: async ({ product }) => {
      const load = postingLoad(product.demo, await prepareLedger(product.demo));
      await runLoad({ ...load, connections: CONNECTIONS, until: { seconds: WARM_UP_SECONDS } });
      return { load, rounds: [], processorMs: 0 };
    },
    measure: async ({ name, product, prepared }) => {
      const before = processorMsOf(product.pid) ?? 0;
      const result = await runLoad({ ...prepared.load, connections: CONNECTIONS, until: { seconds } });
      prepared.processorMs += (processorMsOf(product.pid) ?? 0) - before;
      prepared.rounds.push(result);
      say(`${name}: ${result.per_second} postings/s`);
    },
  });
  const [ours, theirs] = contenders.map(({ prepared }) => summary(prepared)) as [Summary, Summary];
  return {
    machine: machine(),
    workload: `one ledger of ${ACCOUNTS} accounts each, two-entry postings, ${CONNECTIONS} connections, in turns`,
    seconds_each: seconds,
    this: ours,
    other: theirs,
    ratios: {
      postings: round(ratioOfNeighbours(rates(ours), rates(theirs))),
      processor_time: round(ours.processor_ms_per_posting / theirs.processor_ms_per_posting),
    },
  };
}

const rates = ({ rounds }: Summary): number[] => rounds.map(({ per_second }) => per_second);

interface Summary {
  median_per_second: number;
  processor_ms_per_posting: number;
  rounds: LoadResult[];
}

function summary({ rounds, processorMs }: Measured): Summary {
  const requests = rounds.reduce((sum, result) => sum + result.requests, 0);
  return {
    median_per_second: median(rounds.map(({ per_second }) => per_second)),
    processor_ms_per_posting: round(processorMs / requests),
    rounds,
  };
}
