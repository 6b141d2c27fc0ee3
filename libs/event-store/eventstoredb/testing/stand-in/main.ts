import { parseArgs } from 'node:util';
import { StandIn } from './stand-in';

/**
 * Runs the stand-in in its own process, for tests with several processes. Prints its connection string, and keeps
 * events in memory until the process ends.
 *
 *     node dist/libs/event-store/eventstoredb/testing/stand-in/main.js --port 0
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port is "${values.port}", but must be a number from 0 to 65535; 0 selects any free port`);
  }
  const standIn = await StandIn.start({ port });
  console.log(standIn.connectionString);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void standIn.stop());
}

void main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
