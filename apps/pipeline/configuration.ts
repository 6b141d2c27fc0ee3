import { eventStoreUrl, port, readVariables } from '@probity/platform/configuration';
import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from '@probity/messaging/kafka/kafka-connection';
import { SERVICE_VARIABLES, type ServiceSettings, serviceSettings } from '@probity/platform/service-variables';

export const VARIABLES = {
  ...SERVICE_VARIABLES,
  PORT: port({ default: 3006 }),
  EVENTSTORE_URL: eventStoreUrl({ default: undefined }),
  ...KAFKA_VARIABLES,
};

export interface Configuration extends ServiceSettings {
  eventStoreUrl: string | undefined;
  kafka: KafkaSettings;
}

/** @throws BadConfiguration that names every variable that is missing or malformed */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = readVariables(environment, VARIABLES);
  return {
    ...serviceSettings(read),
    eventStoreUrl: read.EVENTSTORE_URL,
    kafka: readKafkaSettings(environment),
  };
}
