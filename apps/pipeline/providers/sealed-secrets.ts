import type { Sealer } from '@probity/platform/sealing';
import { ForgedRow } from '@probity/read-side/authentic-rows';

/** Secrets of a provider by the name of their field. */
export type Secrets = Record<string, unknown>;

export const sealSecrets = (sealer: Sealer, providerId: string, secrets: Secrets): Buffer =>
  sealer.seal(Buffer.from(JSON.stringify(secrets)), secretsContext(providerId));

/** The secrets were sealed under another master key, or for another provider, or they or their row were changed. */
export class SecretsNotOpened extends Error {
  constructor(providerId: string, options: ErrorOptions) {
    super(
      options.cause instanceof ForgedRow
        ? options.cause.message
        : `the secrets of the provider ${providerId} cannot be opened with this master key; start the pipeline with ` +
            'the key that sealed them, or give all of them again (probity providers configure --tenant <slug>)',
      options,
    );
    this.name = 'SecretsNotOpened';
  }
}

/** @throws SecretsNotOpened */
export function openSecrets(sealer: Sealer, providerId: string, sealed: Buffer): Secrets {
  try {
    return JSON.parse(sealer.open(sealed, secretsContext(providerId)).toString('utf8')) as Secrets;
  } catch (cause) {
    throw new SecretsNotOpened(providerId, { cause });
  }
}

/** What the secrets of a provider are sealed for. */
export const secretsContext = (providerId: string): string => `provider:${providerId}`;
