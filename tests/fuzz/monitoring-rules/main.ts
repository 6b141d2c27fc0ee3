import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool, wholeNumber, WrongOption } from '../../../testing/run-tool';
import { TIME_LIMITS } from '../../../apps/pipeline/evaluation/evaluation';
import { machine, round, say } from '../../../bench/report';
import { add, newTally, RULES_IN_A_PORTION, type Tally } from './evaluate-rules';

const HELP = `npm run fuzz:rules -- [--rules 20000] [--seed <number>]

Generates random monitoring rules, ordinary, invalid and hostile ones, compiles them, and evaluates each for an event
and a customer that are as large as requests can make them, one in five with 50,000 earlier transactions. Runs in other
processes, one for each core. Prints one JSON object. Fails if a rule takes more than 1.2 times its time in each of
four evaluations, or ends its process.`;

const PORTIONS_BETWEEN_REPORTS = 100;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rules: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const [rules, seed] = [wholeNumber('rules', values.rules), Number(values.seed)];
  if (!Number.isSafeInteger(seed)) throw new WrongOption('--seed must be a whole number');

  const started = performance.now();
  const portions = Array.from({ length: Math.ceil(rules / RULES_IN_A_PORTION) }, (_none, n) => n);
  const total = newTally();
  const ended: number[] = [];
  let done = 0;
  await Promise.all(cpus().map(() => work()));

  /** Takes portions until there are none. A process that ended is replaced, and its portion is noted. */
  async function work(): Promise<void> {
    let child = fork(join(__dirname, 'portions.js'));
    for (let portion = portions.pop(); portion !== undefined; portion = portions.pop()) {
      const tally = await evaluated(child, seed, portion);
      if (tally) add(total, tally);
      else {
        ended.push(portion);
        child = fork(join(__dirname, 'portions.js'));
      }
      if (++done % PORTIONS_BETWEEN_REPORTS === 0) say(`${done * RULES_IN_A_PORTION} of ${rules} rules`);
    }
    child.kill();
  }
  const failed = ended.length > 0 || total.over_time.length > 0;
  const { longest_compilation_ms, longest_evaluation_ms, ...counts } = total;
  const report = {
    machine: machine(),
    workload: { rules, seed, time_limits_ms: TIME_LIMITS },
    ...counts,
    longest_compilation_ms: round(longest_compilation_ms),
    longest_evaluation_ms: round(longest_evaluation_ms),
    ended_processes: ended.length,
    portions_that_ended_a_process: ended,
    seconds: Math.round((performance.now() - started) / 1_000),
    failed,
  };
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = failed ? 1 : 0;
}

/** Returns undefined when the process ended. */
const evaluated = (child: ChildProcess, seed: number, portion: number): Promise<Tally | undefined> =>
  new Promise((resolve) => {
    const exited = (): void => resolve(undefined);
    child.once('exit', exited);
    child.once('message', (tally) => {
      child.off('exit', exited);
      resolve(tally as Tally);
    });
    child.send({ seed, portion, limits: TIME_LIMITS });
  });

runTool(HELP, main);
