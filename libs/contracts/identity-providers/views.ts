import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { PROVIDER_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { client, EXAMPLE } from './events';

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

export const EndedSessions = view(
  'EndedSessions',
  Type.Object({ ended: Type.Integer({ minimum: 0, description: 'how many sessions the logout token ended' }) }),
);

export type EndedSessions = Static<typeof EndedSessions>;
export type IdentityProvider = Static<typeof IdentityProvider>;
export type OfferedProvider = Static<typeof OfferedProvider>;
export type StartedAttempt = Static<typeof StartedAttempt>;
