import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import type { Estate } from './estate';

const FOLDER = resolve(__dirname.replace(/([/\\])dist[/\\](?=tests[/\\]fuzz$)/, '$1'));
const REQUIREMENTS = join(FOLDER, 'requirements.txt');

/**
 * The interface document has no 405: a method without a route returns 404 `no_such_route`. Schemathesis would expect
 * 405 with Allow.
 */
const EXCLUDED_CHECKS = 'unsupported_method,allow_header_conformance';
/** Streams of messages: Schemathesis waits for the end of each response. */
const ENDLESS = '/changes$';

export interface FuzzRun {
  api: string;
  /** the base address, which ends in /api/v1 */
  baseUrl: string;
  token: string;
  estate: Estate;
  /** the number of generated requests for each operation */
  examples: number;
  phases: string;
  seed: number;
  folder: string;
}

export interface FuzzReport {
  api: string;
  seed: number;
  operations: number;
  requests: number;
  failures: { title: string; code: string | null; count: number; operations: string[] }[];
  /** the output, which has the requests to repeat; undefined without failures */
  output?: string;
}

/**
 * Returns the Python that has Schemathesis: the given one, or that of an environment which this creates once for each
 * list of requirements, in the folder for temporary files.
 *
 * @throws Error if there is no Python, or the packages cannot be installed
 */
export function pythonWithSchemathesis(given: string | undefined): string {
  if (given !== undefined) return given;
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `probity-schemathesis-${version}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(join(folder, 'complete'))) return python;
  rmSync(folder, { recursive: true, force: true });
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 2, 2] });
  run('python3', '-m', 'venv', folder);
  run(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', REQUIREMENTS);
  run('touch', join(folder, 'complete'));
  return python;
}

/**
 * Runs Schemathesis over one API document, with one worker: Python 3.11 confuses the recursion depths of threads. `started`
 * gets the process, so that the caller can end it.
 */
export async function fuzz(python: string, run: FuzzRun, started: (child: ChildProcess) => void): Promise<FuzzReport> {
  const report = join(run.folder, `${run.api}-${run.seed}.json`);
  const child = spawn(
    python,
    [
      ...['-m', 'schemathesis.cli', 'run', `${run.baseUrl}/openapi.json`],
      ...['--header', `Authorization: Bearer ${run.token}`],
      ...['--checks', 'all', '--exclude-checks', EXCLUDED_CHECKS],
      ...['--exclude-path-regex', ENDLESS],
      ...['--phases', run.phases, '--max-examples', String(run.examples), '--seed', String(run.seed)],
      ...['--workers', '1', '--request-timeout', '60', '--continue-on-failure', '--generation-allow-x00', 'false'],
      ...['--generation-database', 'none', '--suppress-health-check', 'all', '--no-color', '--warnings', 'off'],
      ...['--report', 'json', '--report-json-path', report],
    ],
    {
      cwd: run.folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: 'rules', PYTHONPATH: FOLDER, ESTATE: JSON.stringify(run.estate) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  started(child);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  const output = Buffer.concat(chunks).toString();
  if (!existsSync(report)) throw new Error(`Schemathesis ended with ${code} and no report:\n${output.slice(-4_000)}`);
  const { test_cases, operations, failures, errors = [] } = JSON.parse(readFileSync(report, 'utf8'));
  return {
    api: run.api,
    seed: run.seed,
    operations: operations.tested,
    requests: test_cases.generated,
    failures: [...failures, ...errors],
    ...(code !== 0 && { output }),
  };
}
