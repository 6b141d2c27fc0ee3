import { parseArgs } from 'node:util';
import { numberAboveZero, runTool, wholeNumber, WrongOption } from '../testing/run-tool';
import { benchAgainst } from './compare-bench';
import { benchDistributed } from './distributed-bench';
import { benchEmbedded } from './embedded-bench';

const HELP = `npm run bench:ledger -- [--profile embedded] [--seconds 10] [--transactions 1000000]
       npm run bench:ledger -- --against <folder> [--rounds 6] [--seconds 10]

--profile embedded     measures postings per second on one busy ledger of 1,000 accounts and, as baselines, a
                       bare Fastify echo and bare single-row commits; then fills the ledger and measures again
--profile distributed  measures the same postings with every service in its own process over Kafka and, in the
                       same run, with the product in one process
--against <folder>     measures the same postings at 64 connections, in turns with another version that is
                       checked out and built in the folder

Prints JSON.`;

const PROFILES = ['embedded', 'distributed'];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'embedded' },
      seconds: { type: 'string', default: '10' },
      transactions: { type: 'string', default: '1000000' },
      against: { type: 'string' },
      rounds: { type: 'string', default: '6' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const seconds = numberAboveZero('seconds', values.seconds);
  const rounds = wholeNumber('rounds', values.rounds);
  const transactions = wholeNumber('transactions', values.transactions);
  if (!PROFILES.includes(values.profile)) throw new WrongOption(`--profile must be one of ${PROFILES.join(', ')}`);
  console.log(JSON.stringify(await measured(), null, 2));

  async function measured(): Promise<object> {
    if (values.against !== undefined) return benchAgainst(values.against, rounds, seconds);
    if (values.profile === 'distributed') return benchDistributed(seconds);
    return benchEmbedded(seconds, transactions);
  }
}

runTool(HELP, main);
