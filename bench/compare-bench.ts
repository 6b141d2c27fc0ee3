import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { WrongOption } from '../testing/run-tool';
import { StandaloneProcess } from '../testing/standalone-process';
import { temporaryFolder } from '../testing/test-postgres';
import { ACCOUNTS, postingLoad, prepareLedger } from './bench-ledger';
import { type Load, type LoadResult, runLoad } from './load';
import { processorMsOf } from './processor-time';
import { machine, round, say } from './report';

const CONNECTIONS = 64;
const ROUNDS = 6;
const WARM_UP_SECONDS = 10;

interface Contender {
  name: 'this' | 'other';
  product: StandaloneProcess;
  load: Pick<Load, 'url' | 'headers' | 'nextBody'>;
  rounds: LoadResult[];
  /** of its Node process in the rounds, without Postgres */
  processorMs: number;
}

/**
 * Runs two versions of the product side by side and loads them in turns (this, other, other, this, …), so
 * that a change in the speed of the machine affects both. The processor time for each posting hardly depends on that
 * speed: it shows what a version costs even on a machine that others use too.
 *
 * @param folder a checkout of the other version, built with `node tools/build.mjs`
 */
export async function benchAgainst(folder: string, seconds: number): Promise<object> {
  const main = resolve(folder, 'dist/apps/standalone/main.js');
  if (!existsSync(main)) throw new WrongOption(`${main} does not exist; run \`node tools/build.mjs\` in ${folder}`);
  const folders: string[] = [];
  const contenders: Contender[] = [];
  try {
    for (const name of ['this', 'other'] as const) {
      const data = temporaryFolder(`probity-bench-${name}-`);
      folders.push(data);
      const product = await StandaloneProcess.start(data, {}, name === 'other' ? main : undefined);
      const load = postingLoad(product.demo, await prepareLedger(product.demo));
      const contender = { name, product, load, rounds: [], processorMs: 0 };
      contenders.push(contender);
      await runLoad({ ...load, connections: CONNECTIONS, until: { seconds: WARM_UP_SECONDS } });
    }
    for (let turn = 0; turn < ROUNDS; turn++) {
      for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed()) {
        const before = processorMsOf(contender.product.pid) ?? 0;
        const result = await runLoad({ ...contender.load, connections: CONNECTIONS, until: { seconds } });
        contender.processorMs += (processorMsOf(contender.product.pid) ?? 0) - before;
        contender.rounds.push(result);
        say(`${contender.name}: ${result.per_second} postings/s`);
      }
    }
    const [ours, theirs] = contenders.map(summary) as [Summary, Summary];
    return {
      machine: machine(),
      workload: `one ledger of ${ACCOUNTS} accounts each, two-entry postings, ${CONNECTIONS} connections, in turns`,
      seconds_each: seconds,
      this: ours,
      other: theirs,
      ratios: {
        postings: round(ours.median_per_second / theirs.median_per_second),
        processor_time: round(ours.processor_ms_per_posting / theirs.processor_ms_per_posting),
      },
    };
  } finally {
    await Promise.all(contenders.map(({ product }) => product.stop()));
    for (const data of folders) rmSync(data, { recursive: true, force: true });
  }
}

interface Summary {
  median_per_second: number;
  processor_ms_per_posting: number;
  rounds: LoadResult[];
}

function summary({ rounds, processorMs }: Contender): Summary {
  const requests = rounds.reduce((sum, result) => sum + result.requests, 0);
  const rates = rounds.map(({ per_second }) => per_second).sort((a, b) => a - b);
  const middle = rates.length / 2;
  return {
    median_per_second: (rates[middle - 1]! + rates[middle]!) / 2,
    processor_ms_per_posting: round(processorMs / requests),
    rounds,
  };
}
