/**
 * `npm test`: installs what is missing, builds, and runs every check and every test. Ends with a
 * table of the projects and exits non-zero when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';
import { printReport, readReports } from './test-report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'reports');

install();
const { build } = await import('./build.mjs');
await build();
rmSync(reports, { recursive: true, force: true });
mkdirSync(join(reports, '@probity'), { recursive: true }); // projects are named @probity/<name>

const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
const run = (targets, ...options) =>
  spawnSync(process.execPath, [nx, 'run-many', `--targets=${targets}`, '--outputStyle=stream', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_TUI: 'false', FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  }).status === 0;

const started = Date.now();
const checked = run('format,lint,types,layers', '--parallel=2', '--nxBail=false');
// Small projects leave a core idle; the big one uses both, and is timed most easily alone.
const tested = [
  run('test', '--parallel=2', '--nxBail=false', '--exclude=@probity/tests'),
  run('test', '--parallel=1', '--projects=@probity/tests'),
].every(Boolean);
const summary = readReports(reports);
printReport(summary, (Date.now() - started) / 1000);
if (!checked) console.log('A check failed (format, lint, types or layers): its messages are above.');
process.exit(checked && tested && summary.failed === 0 && summary.passed > 0 ? 0 : 1);
