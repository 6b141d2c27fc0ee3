import { randomBytes } from 'node:crypto';
import type { Sealer } from '@probity/platform/sealing';

const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 256 random bits. The whole text is the key of the signature. */
export const newSigningSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

export const sealSecret = (sealer: Sealer, endpointId: string, secret: string): Buffer =>
  sealer.seal(Buffer.from(secret), secretContext(endpointId));

/** @throws Error when the secret was sealed under another master key, or for another endpoint */
export const openSecret = (sealer: Sealer, endpointId: string, sealed: Buffer): string =>
  sealer.open(sealed, secretContext(endpointId)).toString('utf8');

/** What the secret of an endpoint is sealed for. */
export const secretContext = (endpointId: string): string => `webhook-endpoint:${endpointId}`;
