import { parseArgs } from 'node:util';
import { benchDistributed } from './distributed-bench';
import { benchEmbedded } from './embedded-bench';

const HELP = `npm run bench:ledger -- [--profile embedded] [--seconds 10] [--transactions 1000000]

--profile embedded     postings per second on one hot ledger of 1,000 accounts, with a bare Fastify echo and
                       bare single-row commits in the same run; then fills the ledger and measures again
--profile distributed  the same postings with every service in a process of its own over Kafka, and with
                       the product in one process in the same run

Prints JSON.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      profile: { type: 'string', default: 'embedded' },
      seconds: { type: 'string', default: '10' },
      transactions: { type: 'string', default: '1000000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const seconds = Number(values.seconds);
  const result =
    values.profile === 'distributed'
      ? await benchDistributed(seconds)
      : await benchEmbedded(seconds, Number(values.transactions));
  console.log(JSON.stringify(result, null, 2));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
