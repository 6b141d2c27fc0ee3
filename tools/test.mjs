/**
 * `npm test`: installs missing packages, builds, and runs every check and every test except the long ones.
 * `npm run test:long` runs the long ones: spec files with `.long.` or `.kafka.` in their names. Both end with a table of
 * the projects and exit non-zero if a check or a test failed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';
import { printReport, readReports } from './test-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { long } = parseArgs({ options: { long: { type: 'boolean', default: false } } }).values;
const LONG = '\\.(long|kafka)\\.spec\\.ts$';
/** `.ci/run` sets it: `npm test` looks for barriers on the pages of the desk then, and the long tests need not do it. */
const hasCheckedBarriers = process.env.PROBITY_DESK_BARRIERS === 'true';
/**
 * The long tests run in three lanes, because products in one process leave processors idle. One begins with the files that
 * need a broker: two deployments of separate services at once would be too much for two processors, both would wait for
 * replies in vain. Each lane takes the next batch when it has finished one. A batch has the files of its pattern that no
 * earlier batch has. The longest batches begin: one that began late would leave the other lanes without work.
 */
const LANES = 3;
const LONG_BATCHES = {
  kafka: '\\.kafka\\.spec\\.ts$',
  matrix: '/tests/tampering/matrix/eventstoredb-.*\\.long\\.spec\\.ts$',
  tampering: '/tests/tampering/.*\\.long\\.spec\\.ts$',
  crash: '/tests/crash/.*\\.long\\.spec\\.ts$',
  foreign: '/tests/(foreign-events|rebuild|restores)/.*\\.long\\.spec\\.ts$',
  desk: hasCheckedBarriers ? '/tests/desk/.*\\.long\\.spec\\.ts$' : '/tests/desk/.*\\.spec\\.ts$',
  interface: '/tests/interface/.*\\.long\\.spec\\.ts$',
  libs: '/(libs|testing|journal|tests/(properties|fuzz))/.*\\.long\\.spec\\.ts$',
  tests: '/tests/.*\\.long\\.spec\\.ts$',
  apps: '\\.long\\.spec\\.ts$',
};
const batches = Object.entries(LONG_BATCHES).map(([name, pattern], index, all) => ({
  name,
  which: [
    '--runInBand',
    '--testPathPatterns',
    pattern,
    '--testPathIgnorePatterns',
    '/node_modules/',
    ...all.slice(0, index).map(([, earlier]) => earlier),
  ],
}));
const RUNS = long ? batches : [{ name: 'test', which: ['--testPathIgnorePatterns', '/node_modules/', LONG] }];
const reportOf = ({ name }) => join(root, 'reports', `${name}.json`);

// Background services lower their priority to 10. Two products at once keep all processors busy; at the usual priority,
// one of them would then starve the background services of the other.
if (long) setPriority(10);

await install();
const { build } = await import('./build.mjs');
await build();
for (const each of RUNS) rmSync(reportOf(each), { force: true });
mkdirSync(join(root, 'reports'), { recursive: true });

/** Runs a program of node_modules; returns whether it succeeded. */
function run(program, args, stdio = 'inherit') {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: {
      ...process.env,
      ...(long && { PROBITY_DESK_BARRIERS: 'true' }),
      NX_TUI: 'false',
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    },
  });
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((done) =>
    child.once('close', (code) => done({ passed: code === 0, output: Buffer.concat(chunks).toString() })),
  );
}

const CHECKS = ['run-many', '--targets=lint,format,layers', '--parallel=1', '--outputStyle=stream', '--nxBail=false'];
// Without these, Jest looks at every file of node_modules and dist before it starts.
const ROOTS = ['apps', 'libs', 'testing', 'tests', 'bench', 'journal'].flatMap((folder) => ['--roots', folder]);
const jest = (each) =>
  run('jest/bin/jest.js', [
    '--config',
    'jest.config.cjs',
    ...ROOTS,
    '--json',
    '--outputFile',
    reportOf(each),
    ...each.which,
  ]);

/** Runs what is left of the runs, one after the other. */
async function lane(left) {
  const results = [];
  for (let each = left.shift(); each; each = left.shift()) {
    const began = Date.now();
    results.push(await jest(each));
    console.log(`${each.name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  }
  return results;
}

const started = Date.now();
const left = [...RUNS];
// The checks use one core while tests wait for services, timers and retries.
const [checks, ...lanes] = await Promise.all([
  long ? { passed: true, output: '' } : run('nx/dist/bin/nx.js', CHECKS, 'pipe'),
  ...Array.from({ length: LANES }, () => lane(left)),
]);
const summary = readReports(RUNS.map(reportOf));
printReport(summary, (Date.now() - started) / 1000);
if (!checks.passed) console.log(`${checks.output}\nA check failed (format, lint, types or layers).`);
process.exit(
  checks.passed && lanes.flat().every(({ passed }) => passed) && summary.failed === 0 && summary.passed > 0 ? 0 : 1,
);
