import { DatabaseError } from 'pg';
import { concerning, dependencyOf } from '@probity/platform/dependency-errors';

/**
 * Whether Postgres itself reported that the statement failed, so that the transaction is certainly not committed.
 * False for a lost connection and for a server that is shutting down, because the outcome of a commit is then unknown.
 *
 * SQLSTATE classes: 08 connection, 57P shutdown (PostgreSQL documentation, appendix A).
 */
export function isDefiniteFailure(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && !code.startsWith('08') && !code.startsWith('57P');
}

/**
 * Whether the connection failed or could not be opened, also because the server refused the login. False for a failed
 * statement.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (dependencyOf(error) === 'database') return true;
  const { code, message } = error as { code?: unknown; message?: string };
  if (sqlState(error) !== undefined) return !isDefiniteFailure(error);
  if (typeof code === 'string') return OF_SOCKETS.test(code);
  return OF_PG.test(message ?? '');
}

/**
 * Codes of the system, such as ECONNRESET, of OpenSSL, and of Node's sockets. Other codes of Node are errors of a caller,
 * for example who gives it a malformed key.
 */
const OF_SOCKETS = /^(?!ERR_)[A-Z]|^ERR_(?:TLS|SSL|SOCKET|STREAM)_/;

/**
 * The errors of pg and pg-pool about a connection, which have no code. They are matched as a whole: the message of another
 * error may quote any text, such as the name of a stream.
 */
const OF_PG =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|timeout (?:expired|exceeded when trying to connect)|(?:The server does not support|There was an error establishing an) SSL connection|Cannot use a pool after)/;

/**
 * Whether a retry may succeed after a definite failure: no free resources, deadlock or serialisation failure,
 * cancelled statement, unavailable lock, read-only server (during a failover), or input/output error.
 */
export function isTransientFailure(error: unknown): boolean {
  const code = sqlState(error);
  return (
    code !== undefined &&
    (/^(53|40)/.test(code) || [QUERY_CANCELED, LOCK_NOT_AVAILABLE, '25006', '58030'].includes(code))
  );
}

/**
 * Whether Postgres rejected what was to be stored: values out of range or of another form, a second row with the same key,
 * or a value that is too large. The same values fail again.
 *
 * SQLSTATE classes: 21 cardinality, 22 data, 23 constraints, 54 limits.
 */
export const isDataFailure = (error: unknown): boolean => /^(?:21|22|23|54)/.test(sqlState(error) ?? '');

/** Another transaction kept a lock for longer than the lock's time-out. */
export const LOCK_NOT_AVAILABLE = '55P03';
export const UNIQUE_VIOLATION = '23505';
/** The server cancelled the statement after its time-out. */
export const QUERY_CANCELED = '57014';

export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** Marks the error if it is about the connection, so that the loss of the database is logged once. */
export const markedIfLost = <Failure>(error: Failure): Failure =>
  isConnectionFailure(error) ? concerning('database', error) : error;
