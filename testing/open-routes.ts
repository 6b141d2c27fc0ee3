/** The routes of the back office that need no session and no token: they authenticate their callers themselves. */
export const OPEN_ROUTES = [
  'POST /sign-in',
  'POST /sign-in/passkey',
  'POST /sign-in/passkey/options',
  'POST /sign-in/oidc/start',
  'GET /sign-in/oidc/open',
  'GET /sign-in/oidc/{providerId}/callback',
  'POST /sign-in/oidc/finish',
  'POST /sign-in/oidc/{providerId}/logout',
  'POST /invitations/open',
  'POST /invitations/accept',
];
