import { eventStoreUrl, port, readVariables } from '@probity/platform/configuration';
import { SERVICE_VARIABLES, type ServiceSettings, serviceSettings } from '@probity/platform/service-variables';
import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from './kafka-connection';

/** What a service reads that works on the event store and over Kafka, and needs nothing else. */
export const eventServiceVariables = (defaultPort: number) => ({
  ...SERVICE_VARIABLES,
  PORT: port({ default: defaultPort }),
  EVENTSTORE_URL: eventStoreUrl({ default: undefined }),
  ...KAFKA_VARIABLES,
});

export interface EventServiceConfiguration extends ServiceSettings {
  eventStoreUrl: string | undefined;
  kafka: KafkaSettings;
}

/** @throws BadConfiguration that names every variable that is missing or malformed */
export function readEventServiceConfiguration(
  environment: NodeJS.ProcessEnv,
  variables: ReturnType<typeof eventServiceVariables>,
): EventServiceConfiguration {
  const read = readVariables(environment, variables);
  return {
    ...serviceSettings(read),
    eventStoreUrl: read.EVENTSTORE_URL,
    kafka: readKafkaSettings(environment),
  };
}
