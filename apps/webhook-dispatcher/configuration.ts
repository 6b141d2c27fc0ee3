import { KAFKA_VARIABLES, type KafkaSettings, readKafkaSettings } from '@probity/messaging/kafka/kafka-connection';
import { masterKey, port, portList, readVariables, trueOrFalse } from '@probity/platform/configuration';
import { SERVICE_VARIABLES, type ServiceSettings, serviceSettings } from '@probity/platform/service-variables';
import type { TargetPolicy } from './targets/target-policy';

export const VARIABLES = {
  ...SERVICE_VARIABLES,
  PORT: port({ default: 3007 }),
  PROBITY_MASTER_KEY: masterKey(),
  WEBHOOK_PORTS: portList({ default: [] }),
  WEBHOOK_ALLOW_LOOPBACK: trueOrFalse({ default: false }),
  ...KAFKA_VARIABLES,
};

export interface Configuration extends ServiceSettings {
  masterKey: Buffer;
  targets: TargetPolicy;
  kafka: KafkaSettings;
}

/** @throws BadConfiguration that names every variable that is missing or malformed */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = readVariables(environment, VARIABLES);
  return {
    ...serviceSettings(read),
    masterKey: read.PROBITY_MASTER_KEY,
    targets: { allowedPorts: new Set(read.WEBHOOK_PORTS), allowInsecureLoopback: read.WEBHOOK_ALLOW_LOOPBACK },
    kafka: readKafkaSettings(environment),
  };
}
