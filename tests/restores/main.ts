import { parseArgs } from 'node:util';
import { runTool, WrongOption, wholeNumber } from '../../testing/run-tool';
import { STORES, type Store } from './estate';
import { runRestores } from './restores';

const HELP = `npm run restores -- [--rounds 50] [--store postgres|eventstoredb] [--seed <number>]

Puts older states back, as an operator does with a backup, under load: in each round either schemas of the
read side or the event store, from a copy that was made while the product ran. The product was stopped or
killed before. Then it starts the product and checks that it has repaired itself, so that all reads agree
with the events, or refuses changes of what lacks events and tells operators. No email and no account code
may exist twice, no revoked key may work, and nothing that was acknowledged may be missing while the event
store has it. Without --store, it runs on Postgres and then on the stand-in for EventStoreDB. It prints one
JSON object for each store, and exits with 1 after findings.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '50' },
      store: { type: 'string' },
      seed: { type: 'string', default: String((Date.now() % 1_000_000) + 1) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const [rounds, seed] = [wholeNumber('rounds', values.rounds), wholeNumber('seed', values.seed)];
  for (const store of values.store === undefined ? STORES : [storeNamed(values.store)]) {
    const report = await runRestores({
      ...{ store, rounds, seed },
      say: ({ part, how, outcome, findings }, number) =>
        process.stderr.write(
          `${store}, round ${number} of ${rounds}: ${part} (${how}): ${outcome}, ${findings.length} findings\n`,
        ),
    });
    console.log(JSON.stringify(report, null, 2));
    if (report.findings.length > 0) process.exitCode = 1;
  }
}

function storeNamed(name: string): Store {
  const store = STORES.find((each) => each === name);
  if (!store) throw new WrongOption(`--store must be one of: ${STORES.join(', ')}`);
  return store;
}

runTool(HELP, main);
