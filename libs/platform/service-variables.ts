import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { str } from 'envalid';
import { HOST, LOG_LEVEL, postgresUrl } from './configuration';

/** What every service that is deployed by itself reads from its environment. */
export const SERVICE_VARIABLES = {
  HOST,
  LOG_LEVEL,
  /** tells instances apart, in logs and on topics; must be unique */
  INSTANCE_ID: str({ default: '' }),
  DATABASE_URL: postgresUrl(),
};

/** Unique without being configured: a restarted process must not take replies for its predecessor. */
export const instanceId = (given: string): string =>
  `${given === '' ? hostname() : given}-${randomBytes(4).toString('hex')}`;
