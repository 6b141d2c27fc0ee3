import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isFree } from './free-port';
import { JavaBroker } from './java-broker';
import { findKafkaOnJava } from './kafka-on-java';

const HELP = `npm run kafka -- [--port 9092] [--data .probity/kafka]

Runs a Kafka broker on the loopback interface until Ctrl-C. It needs Java 17 or newer, and Maven for
the first run. The data folder keeps topics and messages for the next start.`;

interface Options {
  port: number;
  folder: string;
}

/** @throws Error that names the malformed option */
function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9092' },
      data: { type: 'string', default: join('.probity', 'kafka') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port < 1 || port > 65_535)
    throw new Error(`--port is "${values.port}"; expected a number from 1 to 65535`);
  return { port, folder: resolve(values.data) };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) {
    console.log(HELP);
    return;
  }
  const { port, folder } = options;

  let stopping = false;
  let stopBroker = async (): Promise<void> => {}; // a broker that is still starting ends with this process
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping = true;
      void stopBroker().then(() => process.exit(0));
    });
  }

  if (!(await isFree(port)))
    throw new Error(`port ${port} is in use: stop the program that listens there, or give another --port`);
  const programs = await findKafkaOnJava(console.log);
  console.log('Starting a Kafka broker ...');
  const broker = await JavaBroker.start(programs, folder, port);
  stopBroker = () => broker.stop();
  console.log(`Kafka is ready. Data: ${folder}. Stop it with Ctrl-C.

  export KAFKA_BROKERS=${broker.address}
`);
  await broker.ended();
  if (!stopping) throw new Error(`the broker ended unexpectedly; see its log, ${broker.log}`);
}

main().catch((error: Error) => {
  console.error(`kafka: ${error.message}`);
  process.exit(1);
});
