/** A service that has started. */
export interface RunningService {
  /** what to print once it is ready */
  ready: string;
  /** Finishes what is under way and lets go of everything. */
  stop: () => Promise<void>;
}

/** Longer than any part may take; an orchestrator would kill the process soon after. */
const STOP_TIMEOUT_MS = 28_000;

/**
 * Runs a service as a process: prints when it is ready, stops it on SIGTERM, SIGINT and SIGHUP with
 * exit code 0, and ends the process with exit code 1 and a message when it cannot start or go on.
 *
 * @param start gets a function to call when the service cannot go on
 */
export function runService(name: string, start: (onLost: (error: Error) => void) => Promise<RunningService>): void {
  const fail = (error: Error): never => {
    console.error(`${name}: ${error.message}`);
    process.exit(1);
  };
  // So that a malformed configuration, which is thrown at once, ends like every other failure.
  const starting = Promise.resolve().then(() => start(fail));
  let stopping: Promise<void> | undefined;
  // Asked twice, or while it is still starting: it stops once, and after it has started.
  const stop = (): void => {
    stopping ??= starting
      .then((service) => {
        setTimeout(() => fail(new Error('it did not stop in time')), STOP_TIMEOUT_MS).unref();
        return service.stop();
      })
      .then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  starting.then(({ ready }) => console.log(ready), fail);
}
