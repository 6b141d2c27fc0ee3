import type { Writable } from 'node:stream';
import { pino, type Logger, type LoggerOptions } from 'pino';

export type { Logger };

/** Fields that may contain a secret. They are hidden at the top level and up to two levels below. */
const SECRET_FIELDS = ['authorization', 'api_key', 'operator_token', 'password', 'secret', 'signing_secret', 'token'];

const options = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
    censor: '[hidden]',
  },
});

/**
 * Structured logs, one JSON object per line, to standard output. Lines are buffered and written
 * asynchronously; the last lines can be lost when the process is killed. Each service adds its name.
 */
export function createLogger(level: string): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 });
  destination.on('error', (error: Error & { code?: string }) => {
    // Otherwise the end of the process tries without end to write what is left.
    Object.assign(destination, { write: noop, flush: noop, flushSync: noop, end: noop, destroy: noop });
    if (error.code !== TERMINAL_IS_GONE) throw error;
  });
  return pino(options(level), destination);
}

/** Writing to a terminal that was closed. Its services stop on SIGHUP, without a log. */
const TERMINAL_IS_GONE = 'EIO';
const noop = (): void => {};

/** Logs of the same form for the lines about a process itself. Nothing is buffered, because it may end at any time. */
export const createProcessLogger = (to: Writable): Logger => pino(options('info'), to);
