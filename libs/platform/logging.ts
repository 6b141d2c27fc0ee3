import type { Writable } from 'node:stream';
import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';
import { dependencyOf } from './dependency-errors';
import { Refusal } from './errors';
import { LostDependencies } from './lost-dependencies';
import { shown } from './shown';

export type { Logger };

/** Fields that may contain a secret. They are hidden at the top level and up to two levels below. */
const SECRET_FIELDS = ['authorization', 'api_key', 'operator_token', 'password', 'secret', 'signing_secret', 'token'];

const shownName = (name: unknown): unknown => (typeof name === 'string' ? shown(name) : name);

const options = (level: string): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { stream: shownName, type: shownName },
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
    censor: '[hidden]',
  },
});

/**
 * Structured logs, one JSON object per line, to standard output. Lines are buffered and written
 * asynchronously; the last lines can be lost when the process is killed. Each service adds its name.
 *
 * A warning or an error about a dependency that is lost goes to `lost`, and is logged at level `debug` only. So is, while
 * one is lost, a warning that another service could not do its part.
 */
export function createLogger(level: string, lost = new LostDependencies()): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 });
  destination.on('error', (error: Error & { code?: string }) => {
    // Otherwise the end of the process tries without end to write what is left.
    Object.assign(destination, { write: noop, flush: noop, flushSync: noop, end: noop, destroy: noop });
    if (error.code !== TERMINAL_IS_GONE) throw error;
  });
  return createLoggerTo(destination, level, lost);
}

export const createLoggerTo = (to: DestinationStream, level: string, lost: LostDependencies): Logger =>
  pino({ ...options(level), hooks: { logMethod: withoutRepetitions(lost) } }, to);

/** Writing to a terminal that was closed. Its services stop on SIGHUP, without a log. */
const TERMINAL_IS_GONE = 'EIO';
const noop = (): void => {};

/** Logs of the same form for the lines about a process itself. Nothing is buffered, because it may end at any time. */
export const createProcessLogger = (to: Writable): Logger => pino(options('info'), to);

/** Another service, or another thread, could not do its part in time. Errors that say more, such as lost events, are not. */
const isTemporary = (error: unknown): boolean =>
  error instanceof Refusal && (error.kind === 'overloaded' || error.kind === 'outcome_unknown');

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
const WARN = pino.levels.values.warn!;
const ERROR = pino.levels.values.error!;

function withoutRepetitions(lost: LostDependencies): LogMethod {
  return function (args, method, level) {
    const [fields] = args as unknown as [{ err?: unknown; dependency?: unknown } | string];
    const isAboutLoss = typeof fields === 'object' && fields !== null && fields.dependency === undefined;
    const dependency = isAboutLoss && level >= WARN && level <= ERROR ? dependencyOf(fields.err) : undefined;
    if (dependency === undefined) {
      const follows = isAboutLoss && level === WARN && lost.isAny && isTemporary((fields as { err?: unknown }).err);
      return follows ? this.debug(...args) : method.apply(this, args);
    }
    lost.failed(dependency, (fields as { err?: unknown }).err, this);
    this.debug(...args);
  };
}
