import { port, readVariables } from '@probity/platform/configuration';
import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from '@probity/messaging/kafka/kafka-connection';
import { SERVICE_VARIABLES, type ServiceSettings, serviceSettings } from '@probity/platform/service-variables';

export const VARIABLES = {
  ...SERVICE_VARIABLES,
  PORT: port({ default: 3000 }),
  ...KAFKA_VARIABLES,
};

export interface Configuration extends ServiceSettings {
  kafka: KafkaSettings;
}

/** @throws BadConfiguration that names every variable that is missing or malformed */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = readVariables(environment, VARIABLES);
  return {
    ...serviceSettings(read),
    kafka: readKafkaSettings(environment),
  };
}
