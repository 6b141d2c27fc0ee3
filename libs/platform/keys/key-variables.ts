import { masterKey, optionalKey } from '../configuration';
import { personalDataKeyOf } from '../personal-data-key';
import type { SealingKeys } from '../sealing';

/**
 * The master key of a service. The previous key and the next one are given only while the key is being replaced; see
 * `SealingKeys`. They are read where `readKeySources` has put them.
 */
export interface MasterKeySettings {
  PROBITY_MASTER_KEY: Buffer;
  PROBITY_PREVIOUS_MASTER_KEY?: Buffer | undefined;
  PROBITY_NEXT_MASTER_KEY?: Buffer | undefined;
}

/** The key that seals the keys of personal data. */
export interface PersonalDataKeySettings {
  PROBITY_PERSONAL_DATA_KEY: Buffer;
  PROBITY_PREVIOUS_PERSONAL_DATA_KEY?: Buffer | undefined;
  PROBITY_NEXT_PERSONAL_DATA_KEY?: Buffer | undefined;
  /** whether they follow from the master keys, because none was given */
  personalDataKeysFollow?: boolean;
}

const optional = () => optionalKey({ default: undefined });

const OTHER_MASTER_KEYS = { PROBITY_PREVIOUS_MASTER_KEY: optional(), PROBITY_NEXT_MASTER_KEY: optional() };
const OTHER_PERSONAL_DATA_KEYS = {
  PROBITY_PREVIOUS_PERSONAL_DATA_KEY: optional(),
  PROBITY_NEXT_PERSONAL_DATA_KEY: optional(),
};
export const MASTER_KEY_VARIABLES = { PROBITY_MASTER_KEY: masterKey(), ...OTHER_MASTER_KEYS };
export const PERSONAL_DATA_KEY_VARIABLES = { PROBITY_PERSONAL_DATA_KEY: masterKey(), ...OTHER_PERSONAL_DATA_KEYS };
/** For a process that can do without them. */
export const OPTIONAL_KEY_VARIABLES = {
  PROBITY_MASTER_KEY: optional(),
  ...OTHER_MASTER_KEYS,
  PROBITY_PERSONAL_DATA_KEY: optional(),
  ...OTHER_PERSONAL_DATA_KEYS,
};

/** Every variable that holds a key. */
export const KEY_VARIABLES = Object.keys(OPTIONAL_KEY_VARIABLES) as (keyof typeof OPTIONAL_KEY_VARIABLES)[];

const present = (key: Buffer | undefined): Buffer | undefined => (key?.length === 0 ? undefined : key);

export const masterKeys = (read: MasterKeySettings): SealingKeys => ({
  current: read.PROBITY_MASTER_KEY,
  previous: present(read.PROBITY_PREVIOUS_MASTER_KEY),
  next: present(read.PROBITY_NEXT_MASTER_KEY),
});

export const personalDataKeys = (read: PersonalDataKeySettings): SealingKeys => ({
  current: read.PROBITY_PERSONAL_DATA_KEY,
  previous: present(read.PROBITY_PREVIOUS_PERSONAL_DATA_KEY),
  next: present(read.PROBITY_NEXT_PERSONAL_DATA_KEY),
  variable: read.personalDataKeysFollow ? 'PROBITY_MASTER_KEY' : 'PROBITY_PERSONAL_DATA_KEY',
});

/** The keys for personal data of an installation in one process: the given ones, or keys that follow from the master keys. */
export function personalDataKeysOf(
  master: SealingKeys,
  given: Partial<PersonalDataKeySettings>,
): PersonalDataKeySettings {
  const own = present(given.PROBITY_PERSONAL_DATA_KEY);
  const follow = (key: Buffer | undefined): Buffer | undefined =>
    key === undefined || own !== undefined ? undefined : personalDataKeyOf(key);
  return {
    PROBITY_PERSONAL_DATA_KEY: own ?? personalDataKeyOf(master.current),
    PROBITY_PREVIOUS_PERSONAL_DATA_KEY: present(given.PROBITY_PREVIOUS_PERSONAL_DATA_KEY) ?? follow(master.previous),
    PROBITY_NEXT_PERSONAL_DATA_KEY: present(given.PROBITY_NEXT_PERSONAL_DATA_KEY) ?? follow(master.next),
    personalDataKeysFollow: own === undefined,
  };
}
