import { readKafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import {
  BadConfiguration,
  eventStoreUrl,
  masterKey,
  postgresUrl,
  readVariables,
} from '@probity/platform/configuration';
import { personalDataKeyOf } from '@probity/platform/personal-data-key';
import type { ReplaySettings } from '@probity/service/replay-facts';

const VARIABLES = {
  DATABASE_URL: postgresUrl(),
  EVENTSTORE_URL: eventStoreUrl({ default: undefined }),
  PROBITY_PERSONAL_DATA_KEY: masterKey({ default: undefined }),
  PROBITY_MASTER_KEY: masterKey({ default: undefined }),
};

/** @throws BadConfiguration */
export function readReplaySettings(environment: NodeJS.ProcessEnv): ReplaySettings {
  const kafka = readKafkaSettings(environment);
  const read = readVariables(environment, VARIABLES);
  const { PROBITY_PERSONAL_DATA_KEY: own, PROBITY_MASTER_KEY: master } = read;
  const personalDataKey = own ?? (master && personalDataKeyOf(master));
  if (!personalDataKey) throw new BadConfiguration(['PROBITY_PERSONAL_DATA_KEY is missing']);
  return { databaseUrl: read.DATABASE_URL, eventStoreUrl: read.EVENTSTORE_URL, personalDataKey, kafka };
}
