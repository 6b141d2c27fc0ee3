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

export interface ServiceSettings {
  host: string;
  port: number;
  logLevel: string;
  /** unique, also among the lives of one process */
  instance: string;
  databaseUrl: string;
}

/** What the variables that all services share say. */
export function serviceSettings(read: {
  HOST: string;
  PORT: number;
  LOG_LEVEL: string;
  INSTANCE_ID: string;
  DATABASE_URL: string;
}): ServiceSettings {
  return {
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    instance: instanceId(read.INSTANCE_ID),
    databaseUrl: read.DATABASE_URL,
  };
}

/** Unique without being configured: a restarted process must not take replies for its predecessor. */
const instanceId = (given: string): string => `${given === '' ? hostname() : given}-${randomBytes(4).toString('hex')}`;
