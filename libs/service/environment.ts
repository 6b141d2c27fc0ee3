import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { str } from 'envalid';
import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import { eventStoreUrl, HOST, LOG_LEVEL, port, postgresUrl, readVariables } from '@probity/platform/configuration';
import type { ServiceOf } from './service';

type Described = Pick<ServiceOf<unknown>, 'port' | 'needs' | 'variables'>;

const EVENT_STORE_VARIABLES = { EVENTSTORE_URL: eventStoreUrl({ default: undefined }) };

/** The environment variables that a service reads when it runs in its own process. */
export const variablesOf = (service: Described) => ({
  HOST,
  LOG_LEVEL,
  PORT: port({ default: service.port }),
  /** the name of this instance in logs and on topics; must be unique */
  INSTANCE_ID: str({ default: '' }),
  DATABASE_URL: postgresUrl(),
  ...(service.needs.includes('events') ? EVENT_STORE_VARIABLES : {}),
  ...service.variables,
  ...KAFKA_VARIABLES,
});

/** @throws BadConfiguration that names every variable that is missing or malformed */
export function readEnvironment(service: Described, environment: NodeJS.ProcessEnv) {
  const read = readVariables(environment, variablesOf(service));
  const kafka: KafkaSettings = readKafkaSettings(environment);
  return { ...read, kafka };
}

/** Adds random characters, so that a restarted process does not receive replies to its predecessor. */
export const instanceId = (given: string): string =>
  `${given === '' ? hostname() : given}-${randomBytes(4).toString('hex')}`;
