import Type from 'typebox';
import { type EventOf, factsOf } from '../declaration/fact';
import { PROVIDER_ID } from '../examples';
import { Id, nullable, resealed, Timestamp } from '../fields';
import { IDENTITY_PROVIDER_EVENTS } from '../topics';
import { by } from '../staff/events';

export const IDENTITY_PROVIDER_STREAM_PREFIX = 'identity-provider-';
export const identityProviderStream = (providerId: string): string => `${IDENTITY_PROVIDER_STREAM_PREFIX}${providerId}`;

const identityProviderFact = factsOf({
  service: 'back-office',
  prefix: IDENTITY_PROVIDER_STREAM_PREFIX,
  topic: IDENTITY_PROVIDER_EVENTS,
  idField: 'provider_id',
});

/** The issuer and the client never change: with another one, the same `sub` may be another person. */
export const client = {
  issuer: Type.String({ description: 'the address of the OpenID Connect issuer, exactly as it names itself' }),
  client_id: Type.String({ description: 'the name of Probity there' }),
};
const change = {
  provider_id: Id,
  tenant_id: nullable(Id, { description: 'the tenant whose staff sign in there; null: platform operators do' }),
  ...by,
  reason: Type.String(),
};
export const EXAMPLE = { provider_id: PROVIDER_ID, issuer: 'https://login.bank.example', display_name: 'Bank login' };

export const IdentityProviderSet = identityProviderFact('IdentityProviderSet', {
  summary: 'An identity provider was added, or its name or secret changed. Its issuer and client never change.',
  data: Type.Object({
    ...change,
    ...client,
    display_name: Type.String(),
    sealed_client_secret: nullable(Type.String(), { description: 'base64; null: a public client' }),
    set_at: Timestamp,
  }),
  withheld: ['sealed_client_secret'],
  example: EXAMPLE,
});

export const IdentityProviderRemoved = identityProviderFact('IdentityProviderRemoved', {
  summary: 'An identity provider was removed. Its sessions ended, and its people cannot sign in with it.',
  data: Type.Object({ ...change, removed_at: Timestamp }),
  example: { provider_id: PROVIDER_ID },
});

export const IdentityProviderResealed = identityProviderFact('IdentityProviderResealed', {
  summary:
    'Probity sealed the secret of an identity provider again, because the master key changed. It is the same secret.',
  data: Type.Object({
    provider_id: Id,
    tenant_id: change.tenant_id,
    sealed_client_secret: Type.String({ description: 'base64' }),
    ...resealed,
  }),
  withheld: ['sealed_client_secret'],
  example: { provider_id: PROVIDER_ID },
});

export const IDENTITY_PROVIDER_FACTS = [
  IdentityProviderSet,
  IdentityProviderRemoved,
  IdentityProviderResealed,
] as const;
export type IdentityProviderEvent = EventOf<(typeof IDENTITY_PROVIDER_FACTS)[number]>;
