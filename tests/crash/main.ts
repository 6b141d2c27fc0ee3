import { parseArgs } from 'node:util';
import { runTool, wholeNumber } from '../../testing/run-tool';
import { Audit } from './audit';
import { CrashCounts } from './crash-counts';
import { crashRound, VICTIMS } from './crash-round';
import { Installation } from './installation';
import { type CheckpointReport, keptCheckpoints } from './kept-checkpoints';
import { prepareLedgers } from './load-ledger';
import { Random } from './random';
import { replay } from './replay';

const HELP = `npm run crash -- [--rounds 200] [--connections 16] [--ledgers 2] [--seed <number>] [--json]

Kills the product repeatedly under posting load: the standalone process, its Postgres, or both.
After every round it checks over HTTP that each acknowledged posting exists exactly once, that
repeating a posting of unknown outcome gives one transaction, that every chain verifies and that
balances are correct. At the end it replays the events, and compares every checkpoint that was
signed, and the checkpoints that an outsider kept meanwhile, with the trees over the stored events. --json prints one JSON object and nothing
else. If a check fails, it exits with 1 and keeps the data directory.`;

interface Options {
  rounds: number;
  connections: number;
  ledgers: number;
  seed: number;
  json: boolean;
}

/** @throws WrongOption that names the malformed option */
function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '200' },
      connections: { type: 'string', default: '16' },
      ledgers: { type: 'string', default: '2' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const number = (name: 'rounds' | 'connections' | 'ledgers' | 'seed'): number => wholeNumber(name, values[name]);
  return {
    rounds: number('rounds'),
    connections: number('connections'),
    ledgers: number('ledgers'),
    seed: number('seed'),
    json: values.json,
  };
}

const ROUNDS_PER_LINE = 10;

/** Overwrites one line of progress on a terminal; elsewhere, writes a line for every ten rounds. */
function showProgress(text: string, round?: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (round !== undefined && round % ROUNDS_PER_LINE === 0) process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(HELP);
    return;
  }
  const startedAt = performance.now();
  const random = new Random(options.seed);
  const counts = new CrashCounts();
  showProgress('starting');
  const installation = await Installation.create();
  const audit = new Audit(await prepareLedgers(installation.client, options.ledgers));
  const kept = keptCheckpoints(installation, audit);
  let checkpoints: CheckpointReport | undefined;
  kept.start();
  let replayed = { events: 0, transactions: 0 };

  try {
    for (let number = 1; number <= options.rounds; number++) {
      const victim = VICTIMS[random.between(0, VICTIMS.length - 1)]!;
      counts.add(await crashRound(installation, audit, random, { number, victim, connections: options.connections }));
      showProgress(
        `round ${number} of ${options.rounds}: ${counts.acknowledged} acknowledged, ${counts.unknown} unknown, ` +
          `${counts.lost} lost, ${counts.duplicated} duplicated`,
        number,
      );
    }
    for (const record of audit.records) {
      const { events, transactions, findings } = await replay(installation.databaseUrl, installation.client, record);
      replayed = { events: replayed.events + events, transactions: replayed.transactions + transactions };
      counts.findings.push(...findings);
    }
    await kept.stop();
    checkpoints = await kept.check(installation.databaseUrl);
    counts.findings.push(...checkpoints.findings);
  } catch (error) {
    counts.findings.push((error as Error).message);
  }
  await kept.stop();
  showProgress('');

  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { kept: kept_checkpoints, signed: signed_checkpoints } = checkpoints ?? {};
  const result = { seed: options.seed, seconds, ...replayed, kept_checkpoints, signed_checkpoints };
  if (options.json) console.log(JSON.stringify({ ...result, ...counts.toJSON() }, null, 2));
  else
    console.log(
      `${counts.toString()}\nreplayed      ${replayed.events} events\n` +
        `checkpoints   ${signed_checkpoints} signed, ${kept_checkpoints} kept outside\n` +
        `seed          ${options.seed}, ${seconds} s`,
    );

  if (counts.findings.length === 0) {
    await installation.remove();
    return;
  }
  await installation.stop();
  process.exitCode = 1;
  if (!options.json) console.log(['', ...counts.findings].join('\n'));
  console.error(`a check failed; the data is kept in ${installation.dataDirectory}`);
}

runTool(HELP, main, (error) => {
  console.error(`crash: ${error.message}`);
  process.exit(1);
});
