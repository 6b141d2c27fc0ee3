import type { FastifyReply, FastifyRequest } from 'fastify';
import { ROLES } from '@probity/contracts/staff/words';
import { bearerToken, isSameHash, isSameSecret, secretHash } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import type { TimeSource } from '@probity/platform/time-source';
import { SESSION_COOKIE, SESSION_TOKEN } from '../sign-in/session-token';
import type { Sessions } from '../sign-in/sessions';
import type { GenuineStaff } from './genuine-staff';
import type { OperatorTokens } from './operator-token';
import { serviceTokenId } from './service-token';
import type { ApprovedRequests } from '../proposals/approved-requests';
import type { UnknownCallers } from './unknown-callers';
import { OPERATOR, type StaffCaller } from './staff-caller';

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

export interface IdentityParts {
  genuine: GenuineStaff;
  sessions: Sessions;
  operatorTokens: OperatorTokens;
  unknownCallers: UnknownCallers;
  time: TimeSource;
  approvedRequests: ApprovedRequests;
}

/**
 * Finds out who sent a request: from a session (in a cookie or as a bearer token), the token of a service account, the
 * operator token, or the token of an approved proposal.
 *
 * @throws Refusal `bad_credentials`, `csrf_token_missing`, `rate_limited`
 */
export async function identify(
  { genuine, sessions, operatorTokens, unknownCallers, time, approvedRequests }: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StaffCaller> {
  const approved = approvedRequests.find(request.headers.authorization);
  if (approved) {
    request.approved = approved;
    return approved.caller;
  }
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) {
    const cookie = sessionCookie(request.headers.cookie);
    if (cookie === undefined) throw badCredentials('the request has no session and no token');
    return ofSession(cookie, true);
  }
  if (SESSION_TOKEN.test(token)) return ofSession(token, false);
  const tokenId = serviceTokenId(token);
  if (tokenId !== undefined) return ofService(tokenId, token);
  await operatorTokens.check(token, request, reply);
  const roles = ROLES.map((role) => ({ tenant_id: null, slug: null, role, until: null }));
  return { id: OPERATOR, name: 'operator token', method: 'operator_token', roles };

  async function ofSession(secret: string, isCookie: boolean): Promise<StaffCaller> {
    const session = await unknownCallers.lookUp(secret, [request, reply], () => sessions.find(secret));
    if (!session) throw badCredentials('the session has ended, or never existed');
    if (isCookie && UNSAFE.has(request.method)) refuseForgery(request, session.csrf_hash);
    const { id, name, roles, method, session_id, proved_at } = session;
    return { id, name, method, roles, session: { id: session_id, signedInAt: proved_at } };
  }

  async function ofService(tokenId: string, secret: string): Promise<StaffCaller> {
    const found = await unknownCallers.lookUp(secret, [request, reply], async () => {
      const token = await genuine.token(tokenId, time.now());
      return token && isSameSecret(secret, token.token_hash) ? token : undefined;
    });
    if (!found) throw badCredentials('the token of the service account is wrong, revoked or expired');
    return { id: found.id, name: found.name, method: 'service_token', roles: found.roles, tokenId };
  }
}

const badCredentials = (what: string): Refusal =>
  new Refusal(
    'unauthenticated',
    'bad_credentials',
    `${what}; sign in, or send the token of a service account: Authorization: Bearer <token>`,
  );

/** A browser sends the cookie with requests of other sites too, but another site cannot read the token. */
function refuseForgery({ headers }: FastifyRequest, csrfHash: Buffer): void {
  const site = headers['sec-fetch-site'];
  const isOther = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  const given = headers['x-csrf-token'];
  if (!isOther && typeof given === 'string' && isSameHash(secretHash(given), csrfHash)) return;
  throw new Refusal(
    'forbidden',
    'csrf_token_missing',
    'a change with a session cookie needs the header X-CSRF-Token with the token from the sign-in, from the same site',
  );
}

function sessionCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === SESSION_COOKIE && value !== undefined && SESSION_TOKEN.test(value)) return value;
  }
  return undefined;
}
