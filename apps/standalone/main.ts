import 'reflect-metadata';
import { readConfiguration } from './configuration';
import { startStandalone } from './standalone';

async function main(): Promise<void> {
  let stopping: Promise<void> | undefined;
  const fail = (error: Error): void => {
    console.error(`probity: ${error.message}`);
    process.exit(1);
  };
  const starting = startStandalone(readConfiguration(process.env), fail);
  // Asked twice, or while it is still starting: it stops once, and after it has started.
  const stop = (): void => {
    stopping ??= starting.then((standalone) => standalone.stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop); // the terminal was closed
  const { banner } = await starting;
  console.log(banner);
}

main().catch((error: Error) => {
  console.error(`probity: ${error.message}`);
  process.exit(1);
});
