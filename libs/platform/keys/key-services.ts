import { AwsKms, KMS_PREFIX } from './aws-kms';
import type { KeyService } from './key-service';
import { Vault, VAULT_PREFIX } from './vault';

/** The names of the key services, as operators write them. */
export const KEY_SERVICES = ['vault', 'aws-kms'] as const;
export type KeyServiceName = (typeof KEY_SERVICES)[number];

export const keyService = (name: KeyServiceName, environment: NodeJS.ProcessEnv): KeyService =>
  name === 'vault' ? new Vault(environment) : new AwsKms(environment);

/** The service that wrapped the key; undefined: the key is in clear. */
export function serviceThatWrapped(key: string): KeyServiceName | undefined {
  if (key.startsWith(VAULT_PREFIX)) return 'vault';
  return key.startsWith(KMS_PREFIX) ? 'aws-kms' : undefined;
}
