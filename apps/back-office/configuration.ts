import { eventStoreUrl, port, readVariables, token } from '@probity/platform/configuration';
import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from '@probity/messaging/kafka/kafka-connection';
import { instanceId, SERVICE_VARIABLES } from '@probity/platform/service-variables';

export const VARIABLES = {
  ...SERVICE_VARIABLES,
  PORT: port({ default: 3001 }),
  EVENTSTORE_URL: eventStoreUrl({ default: undefined }),
  PROBITY_OPERATOR_TOKEN: token(),
  ...KAFKA_VARIABLES,
};

export interface Configuration {
  host: string;
  port: number;
  logLevel: string;
  instance: string;
  databaseUrl: string;
  eventStoreUrl: string | undefined;
  operatorToken: string;
  kafka: KafkaSettings;
}

/** @throws BadConfiguration that names every variable that is missing or malformed */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = readVariables(environment, VARIABLES);
  return {
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    instance: instanceId(read.INSTANCE_ID),
    databaseUrl: read.DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL,
    operatorToken: read.PROBITY_OPERATOR_TOKEN,
    kafka: readKafkaSettings(environment),
  };
}
