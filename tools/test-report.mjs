/** Adds up the reports that Jest wrote into reports/, by project. */
import { existsSync, readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `libs/scoring`, `apps/ledger`, `tests`: the folder that is a package. */
function projectOf(file) {
  const [first, second] = relative(root, file).split(sep);
  return ['apps', 'libs'].includes(first) ? `${first}/${second}` : first;
}

/** @param paths the report files; a missing report counts as one without tests */
export function readReports(paths) {
  const files = paths
    .filter((path) => existsSync(path))
    .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).testResults);
  const projects = new Map();
  for (const { name, status, assertionResults } of files) {
    const project = projects.get(projectOf(name)) ?? { passed: 0, failed: 0 };
    const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
    project.passed += count('passed');
    // A file that fails to load, or fails in a hook at the end, has no failed test. It still counts as a failure.
    project.failed += Math.max(count('failed'), status === 'failed' ? 1 : 0);
    projects.set(projectOf(name), project);
  }
  const all = [...projects.values()];
  return {
    projects,
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
    skipped: files
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'pending' || test.status === 'todo')
      .map((test) => test.fullName),
    failures: files.filter((file) => file.status === 'failed').map(({ name: file, message }) => ({ file, message })),
  };
}

export function printReport({ projects, passed, failed, skipped, failures }, seconds) {
  const line = (name, ...numbers) =>
    console.log(`${name.padEnd(26)}${numbers.map((number) => String(number).padStart(8)).join('')}`);
  console.log();
  line('project', 'passed', 'failed');
  for (const [name, project] of [...projects].sort()) line(name, project.passed, project.failed);
  line('all', passed, failed, `in ${seconds.toFixed(0)} s`);
  for (const name of skipped) console.log(`skipped: ${name}`);
  // Jest printed the failures far above; repeat them at the end.
  for (const { file, message } of failures) console.log(`\nfailed: ${file}\n${message}`);
}
