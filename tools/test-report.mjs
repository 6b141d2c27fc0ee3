/** Adds up what the test runs have written into reports/. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readReports(folder) {
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.json'))
    : [];
  const projects = files.map((name) => {
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    // A file that could not even be loaded has no failed test, but it has failed.
    const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    return {
      name: name.replace(/\.json$/, ''),
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.testResults
        .flatMap((file) => file.assertionResults)
        .filter((test) => test.status === 'pending' || test.status === 'todo')
        .map((test) => test.fullName),
      failures: report.testResults
        .filter((file) => file.status === 'failed')
        .map(({ name: file, message }) => ({ file, message })),
    };
  });
  const sum = (field) => projects.reduce((total, project) => total + project[field], 0);
  return {
    projects,
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: projects.flatMap((p) => p.skipped),
    failures: projects.flatMap((p) => p.failures),
  };
}

export function printReport({ projects, passed, failed, skipped, failures }, seconds) {
  console.log('\nproject                   passed  failed');
  for (const project of projects.filter((p) => p.passed + p.failed > 0)) {
    console.log(
      `${project.name.padEnd(24)}  ${String(project.passed).padStart(6)}  ${String(project.failed).padStart(6)}`,
    );
  }
  console.log(
    `${'all'.padEnd(24)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}   in ${seconds.toFixed(0)} s`,
  );
  for (const name of skipped) console.log(`skipped: ${name}`);
  // Again at the end: what failed is far above by now.
  for (const { file, message } of failures) console.log(`\nfailed: ${file}\n${message}`);
}
