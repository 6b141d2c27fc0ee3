/** A service that has started. */
export interface RunningService {
  /** what to print once it is ready */
  ready: string;
  /** Finishes the work under way and releases all resources. */
  stop: () => Promise<void>;
}

/** Longer than any part may take; an orchestrator kills the process soon after. */
const STOP_TIMEOUT_MS = 28_000;

/**
 * Runs a service as a process: prints when it is ready, stops it on SIGTERM, SIGINT and SIGHUP with
 * exit code 0, and ends the process with exit code 1 and a message when it cannot start or continue.
 *
 * @param start gets a function to call when the service cannot continue
 */
export function runService(name: string, start: (onLost: (error: Error) => void) => Promise<RunningService>): void {
  const fail = (error: Error): never => {
    console.error(`${name}: ${error.message}`);
    process.exit(1);
  };
  // So that a malformed configuration, which is thrown at once, ends like every other failure.
  const starting = Promise.resolve().then(() => start(fail));
  let stopping: Promise<void> | undefined;
  // On several signals it stops once. On a signal during the start it stops after the start.
  const stop = (): void => {
    stopping ??= starting
      .then((service) => {
        setTimeout(() => fail(new Error('the service did not stop in time')), STOP_TIMEOUT_MS).unref();
        return service.stop();
      })
      .then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  starting.then(({ ready }) => console.log(ready), fail);
}
