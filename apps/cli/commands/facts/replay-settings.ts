import { readKafkaSettings } from '@probity/messaging/kafka/kafka-settings';
import { BadConfiguration, eventStoreUrl, postgresUrl, readVariables } from '@probity/platform/configuration';
import { readKeySources } from '@probity/platform/keys/key-sources';
import {
  type MasterKeySettings,
  masterKeys,
  OPTIONAL_KEY_VARIABLES,
  personalDataKeys,
  personalDataKeysOf,
  type PersonalDataKeySettings,
} from '@probity/platform/keys/key-variables';
import type { SealingKeys } from '@probity/platform/sealing';
import type { ReplaySettings } from '@probity/service/replay-facts';

const VARIABLES = {
  DATABASE_URL: postgresUrl(),
  EVENTSTORE_URL: eventStoreUrl({ default: undefined }),
  ...OPTIONAL_KEY_VARIABLES,
};

/** @throws BadConfiguration */
export async function readReplaySettings(environment: NodeJS.ProcessEnv): Promise<ReplaySettings> {
  const kafka = readKafkaSettings(environment);
  const read = readVariables(await readKeySources(environment), VARIABLES);
  return { databaseUrl: read.DATABASE_URL, eventStoreUrl: read.EVENTSTORE_URL, personalDataKeys: keysIn(read), kafka };
}

function keysIn(read: Partial<MasterKeySettings & PersonalDataKeySettings>): SealingKeys {
  const { PROBITY_PERSONAL_DATA_KEY: own, PROBITY_MASTER_KEY: master } = read;
  if (own?.length) return personalDataKeys({ ...read, PROBITY_PERSONAL_DATA_KEY: own });
  if (!master?.length) throw new BadConfiguration(['PROBITY_PERSONAL_DATA_KEY is missing']);
  return personalDataKeys(personalDataKeysOf(masterKeys({ ...read, PROBITY_MASTER_KEY: master }), read));
}
