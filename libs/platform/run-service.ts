import { ProcessOutput, type Ready } from './process-output';
import { StartEnded } from './start-waits';

/** A service that has started. */
export interface RunningService {
  /** what to print when the service is ready */
  ready: Ready;
  /** Finishes the work in progress and releases everything. */
  stop: () => Promise<void>;
}

export interface RunOptions {
  /** prints this name when the process begins to stop and when it has stopped; undefined: prints nothing */
  announceStopOf?: string;
}

/** Longer than the stop of any part may take, and shorter than the 30 s after which orchestrators kill a process. */
const STOP_TIMEOUT_MS = 28_000;

/**
 * Runs a service as a process: prints when it is ready, stops it on SIGTERM, SIGINT and SIGHUP with
 * exit code 0, and ends the process with exit code 1 and a message when it cannot start or continue. What it prints is
 * text at a terminal, and otherwise JSON: see ProcessOutput.
 *
 * @param start gets a function to call when the service cannot continue, and a signal. If the process must stop before
 *   the service has started, the signal is aborted, and `start` stops waiting and rejects with StartEnded.
 */
export function runService(
  name: string,
  start: (onLost: (error: Error) => void, signal: AbortSignal) => Promise<RunningService>,
  { announceStopOf }: RunOptions = {},
): void {
  const output = new ProcessOutput(name);
  output.takeWarnings();
  process.on('uncaughtException', (error) => {
    output.crash(error);
    process.exit(1);
  });
  const fail = (error: Error): never => {
    output.failure(error);
    process.exit(1);
  };
  const startEnding = new AbortController();
  // The promise also catches errors that `start` throws synchronously, such as a malformed configuration.
  const starting = Promise.resolve().then(() => start(fail, startEnding.signal));
  let stopping: Promise<void> | undefined;
  const announce = (what: string): void => {
    if (announceStopOf !== undefined) output.say(`${announceStopOf} ${what}`);
  };
  const finish = (): never => {
    announce('has stopped.');
    process.exit(0);
  };
  // Signals after the first one change nothing.
  const stop = (): void => {
    if (stopping) return;
    announce('is stopping; it finishes the work in progress.');
    setTimeout(() => fail(new Error('it did not stop in time')), STOP_TIMEOUT_MS).unref();
    startEnding.abort();
    stopping = starting
      .then((service) => service.stop())
      .then(finish, (error: Error) => (error instanceof StartEnded ? finish() : fail(error)));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  starting.then(
    ({ ready }) => output.ready(ready),
    (error: Error) => {
      if (!(error instanceof StartEnded)) fail(error);
    },
  );
}
