import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool, wholeNumber } from '../../testing/run-tool';
import { type Demo, StandaloneProcess } from '../../testing/standalone-process';
import { temporaryFolder } from '../../testing/test-postgres';
import { newEstate } from './estate';
import { fuzz, type FuzzReport, pythonWithSchemathesis } from './schemathesis';

const HELP = `npm run fuzz:http -- [--requests 5000] [--seed <number>] [--python <path>]

Starts the built product in one process and sends generated requests to every operation of both API documents with
Schemathesis, until at least this many were sent. Fails if a response has a status, a code, a header or a body that the
document does not describe, if an invalid request is accepted, if a valid one is rejected for its form, or if the
product stops. Prints one JSON object. --python names a Python that has Schemathesis; without it, one is installed into
an environment in the folder for temporary files, which needs Python 3.10 or newer and the package index.`;

const FIRST_EXAMPLES = 20;
const MAX_EXAMPLES = 400;

interface Options {
  requests: number;
  seed: number;
  python: string | undefined;
}

/** @throws WrongOption that names the malformed option */
function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '5000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      python: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [requests, seed] = [wholeNumber('requests', values.requests), wholeNumber('seed', values.seed)];
  return { requests, seed, python: values.python };
}

/** Sends requests to both APIs at the same time. The first round has every phase; later ones only have random requests. */
async function rounds(
  { requests, seed, python }: Options,
  demo: Demo,
  folder: string,
  started: (child: ChildProcess) => unknown,
): Promise<FuzzReport[]> {
  const interpreter = pythonWithSchemathesis(python);
  const estate = await newEstate(demo);
  const apis = [
    { api: 'gateway', baseUrl: demo.base_url, token: demo.api_key },
    { api: 'back-office', baseUrl: demo.back_office_url, token: demo.operator_token },
  ];
  const reports: FuzzReport[] = [];
  const sum = (of: (report: FuzzReport) => number): number => reports.reduce((total, one) => total + of(one), 0);
  for (let round = 0; round === 0 || sum((one) => one.requests) < requests; round++) {
    const operations = sum((one) => one.operations) / Math.max(1, round);
    const missing = requests - sum((one) => one.requests);
    const examples = round === 0 ? FIRST_EXAMPLES : Math.min(MAX_EXAMPLES, Math.ceil(missing / operations) + 1);
    const phases = round === 0 ? 'examples,coverage,fuzzing,stateful' : 'fuzzing,stateful';
    const runs = apis.map((about) =>
      fuzz(interpreter, { ...about, estate, examples, phases, seed: seed + round, folder }, started),
    );
    for (const report of await Promise.all(runs)) {
      reports.push(report);
      if (isFailed(report)) writeFileSync(join(folder, `${report.api}-${report.seed}.txt`), report.output ?? '');
      process.stderr.write(`${report.api}: ${report.requests} requests, ${report.failures.length} kinds of failures\n`);
    }
  }
  return reports;
}

const isFailed = ({ failures, output }: FuzzReport): boolean => failures.length > 0 || output !== undefined;

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(HELP);
    return;
  }
  const startedAt = performance.now();
  const folder = temporaryFolder('probity-fuzz-');
  const reportFolder = join(folder, 'reports');
  mkdirSync(reportFolder);
  const product = await StandaloneProcess.start(join(folder, 'data'), { LOG_LEVEL: 'warn' });
  const running: ChildProcess[] = [];
  const onSignal = (): void => running.forEach((child) => child.kill('SIGTERM'));
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  try {
    const reports = await rounds(options, product.demo, reportFolder, (child) => running.push(child));
    const alive = await fetch(new URL('/health/ready', product.demo.base_url)).then(
      (answer) => answer.ok,
      () => false,
    );
    const passed = alive && !reports.some(isFailed);
    console.log(
      JSON.stringify({
        passed,
        requests: reports.reduce((total, { requests }) => total + requests, 0),
        seconds: Math.round((performance.now() - startedAt) / 1000),
        seed: options.seed,
        product_is_ready: alive,
        runs: reports.map(({ output: _output, ...report }) => report),
        ...(!passed && { reports: reportFolder }),
      }),
    );
    if (!passed) process.exitCode = 1;
  } finally {
    await product.stop();
    rmSync(process.exitCode === 1 ? join(folder, 'data') : folder, { recursive: true, force: true });
  }
}

runTool(HELP, main, (error) => {
  console.error(error.message);
  process.exitCode = 2;
});
