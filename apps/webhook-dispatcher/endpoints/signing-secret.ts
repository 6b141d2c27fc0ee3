import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@probity/platform/canonical-json';
import type { Sealer } from '@probity/platform/sealing';

const SECRET_BYTES = 32;

/** The fields of an endpoint that say who receives what. They never change. */
export interface SealedEndpoint {
  id: string;
  tenant_id: string;
  url: string;
  event_types: string[];
}

/** A new signing secret: `whsec_` and 256 random bits. The whole text is the key of the signature. */
export const newSigningSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** Seals the secret for the endpoint, so that it cannot be opened for another receiver. */
export const sealSecret = (sealer: Sealer, endpoint: SealedEndpoint, secret: string): Buffer =>
  sealer.seal(Buffer.from(secret), secretContext(endpoint));

/** @throws Error when the secret was sealed under another master key, or the endpoint was changed */
export const openSecret = (sealer: Sealer, endpoint: SealedEndpoint, sealed: Buffer): string =>
  sealer.open(sealed, secretContext(endpoint)).toString('utf8');

/** Opens a secret that an older version sealed for the id of the endpoint alone. */
export const openOlderSecret = (sealer: Sealer, endpointId: string, sealed: Buffer): string =>
  sealer.open(sealed, `webhook-endpoint:${endpointId}`).toString('utf8');

/** What the secret of an endpoint is sealed for. */
export const secretContext = ({ id, tenant_id, url, event_types }: SealedEndpoint): string =>
  `webhook-endpoint:v2:${canonicalJson({ id, tenant_id, url, event_types })}`;
