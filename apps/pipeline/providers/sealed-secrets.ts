import type { Sealer } from '@probity/platform/sealing';

/** Secrets of a provider by the name of their field. */
export type Secrets = Record<string, unknown>;

export const sealSecrets = (sealer: Sealer, providerId: string, secrets: Secrets): Buffer =>
  sealer.seal(Buffer.from(JSON.stringify(secrets)), context(providerId));

/** @throws Error when the secrets were sealed under another master key, or for another provider */
export const openSecrets = (sealer: Sealer, providerId: string, sealed: Buffer): Secrets =>
  JSON.parse(sealer.open(sealed, context(providerId)).toString('utf8')) as Secrets;

const context = (providerId: string): string => `provider:${providerId}`;
