import { parseArgs } from 'node:util';
import { runTool, wholeNumber } from '../../testing/run-tool';
import { type ChaosReport, runChaos } from './chaos-run';

const HELP = `npm run chaos -- [--minutes 5] [--calm] [--connections 16] [--seed <number>] [--json]

Runs two instances of every ledger service over a real Kafka and Postgres and disturbs them at random under
posting load: SIGKILL of gateways, ledgers and relays, frozen processes, rolling restarts, and restarts of
the broker and of Postgres. Then it checks that no acknowledged posting is lost or doubled, that every chain
verifies, that the read side equals a replay, and that every fact is on its topic in order.
With --calm nothing is disturbed, and no outcome may be unknown. Exits with 1 if a check fails.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      calm: { type: 'boolean', default: false },
      connections: { type: 'string', default: '16' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const number = (name: 'minutes' | 'connections' | 'seed'): number => wholeNumber(name, values[name]);
  const report = await runChaos({
    seed: number('seed'),
    connections: number('connections'),
    plan: { minutes: number('minutes'), calm: values.calm },
    say: (text) => process.stderr.write(`${text}\n`),
  });
  console.log(values.json ? JSON.stringify(report, null, 2) : chaosTable(report));
  const missed = values.calm ? report.requests - report.acknowledged : 0;
  if (report.findings.length > 0 || missed > 0) process.exitCode = 1;
}

function chaosTable(report: ChaosReport): string {
  const { disturbances, unknown_why, facts, findings, ...counts } = report;
  const lines = (title: string, values: Record<string, number>): string[] => [
    title,
    ...Object.entries(values).map(([name, value]) => `  ${name.padEnd(32)}  ${String(value).padStart(9)}`),
  ];
  return [
    ...lines('counts', counts),
    ...lines('disturbances', disturbances),
    ...lines('unknown, because', unknown_why),
    ...lines('facts', facts),
    findings.length === 0 ? 'all checks hold' : `${findings.length} findings:`,
    ...findings,
  ].join('\n');
}

runTool(HELP, main, (error) => {
  console.error(`chaos: ${error.message}`);
  process.exit(1);
});
