import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Unique without a random number for each request: a random prefix of the process and a counter. */
export const nextRequestId = (
  (process: string, count: number) => () =>
    `${process}-${(++count).toString(36)}`
)(randomBytes(6).toString('hex'), 0);

/** The id that the client gave, if it is safe in a header, a log line and an address; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : nextRequestId();
}
