import Type, { type Static } from 'typebox';
import { type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { PROVIDER_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { IDENTITY_PROVIDER_EVENTS } from '../topics';
import { by } from './events';

export const IDENTITY_PROVIDER_STREAM_PREFIX = 'identity-provider-';
export const identityProviderStream = (providerId: string): string => `${IDENTITY_PROVIDER_STREAM_PREFIX}${providerId}`;

const identityProviderFact = factsOf({
  service: 'back-office',
  prefix: IDENTITY_PROVIDER_STREAM_PREFIX,
  topic: IDENTITY_PROVIDER_EVENTS,
  idField: 'provider_id',
});

/** The issuer and the client never change: with another one, the same `sub` may be another person. */
const client = {
  issuer: Type.String({ description: 'the address of the OpenID Connect issuer, exactly as it names itself' }),
  client_id: Type.String({ description: 'the name of Probity there' }),
};
const change = {
  provider_id: Id,
  tenant_id: nullable(Id, { description: 'the tenant whose staff sign in there; null: platform operators do' }),
  ...by,
  reason: Type.String(),
};
const EXAMPLE = { provider_id: PROVIDER_ID, issuer: 'https://login.bank.example', display_name: 'Bank login' };

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

export const IDENTITY_PROVIDER_FACTS = [IdentityProviderSet, IdentityProviderRemoved] as const;
export type IdentityProviderEvent = EventOf<(typeof IDENTITY_PROVIDER_FACTS)[number]>;

export const IdentityProvider = view(
  'IdentityProvider',
  Type.Object({
    id: Id,
    ...client,
    display_name: Type.String(),
    has_client_secret: Type.Boolean(),
    redirect_uri: nullable(Type.String(), {
      description: 'register it at the identity provider; null: the back office has no BACK_OFFICE_ORIGIN',
    }),
    logout_uri: nullable(Type.String(), { description: 'for back-channel logout; register it, too' }),
    updated_at: Timestamp,
  }),
  {
    example: {
      id: PROVIDER_ID,
      issuer: EXAMPLE.issuer,
      client_id: 'probity',
      display_name: EXAMPLE.display_name,
      redirect_uri: `https://probity.bank.example/api/v1/sign-in/oidc/${PROVIDER_ID}/callback`,
      logout_uri: `https://probity.bank.example/api/v1/sign-in/oidc/${PROVIDER_ID}/logout`,
    },
  },
);

/** What a person sees who has no session yet. */
export const OfferedProvider = view('OfferedProvider', Type.Object({ id: Id, display_name: Type.String() }), {
  example: { id: PROVIDER_ID, display_name: EXAMPLE.display_name },
});

export const StartedAttempt = view(
  'StartedAttempt',
  Type.Object({
    address: Type.String({ description: 'open it in the browser' }),
    finish_secret: nullable(Type.String(), {
      description: 'for a program: send it with the code that arrives at its loopback port; null for a browser',
    }),
    expires_at: Timestamp,
  }),
  { example: { address: 'https://login.bank.example/authorize?client_id=probity', finish_secret: null } },
);

export type IdentityProvider = Static<typeof IdentityProvider>;
export type OfferedProvider = Static<typeof OfferedProvider>;
export type StartedAttempt = Static<typeof StartedAttempt>;
