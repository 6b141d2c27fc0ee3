import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StartedSession } from '@probity/contracts/staff/views';
import { clientAddress } from '@probity/platform/http/client-address';
import { SESSION_COOKIE } from './session-token';
import { type ClientOfSession, SESSION_MS, type StartedWithToken } from './sessions';

/** Scripts of the same origin read the token here: after a redirect there is no body, and a new tab has seen none. */
const CSRF_COOKIE = '__Host-probity_csrf';
const OF_ORIGIN = 'Secure; SameSite=Strict';

export const clientOf = (request: FastifyRequest): ClientOfSession => ({
  address: clientAddress(request),
  userAgent: request.headers['user-agent'],
});

const cookie = (name: string, value: string, maxAgeS: number, attributes: string): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeS}; ${attributes}`;

const sessionCookie = (token: string, maxAgeS: number): string =>
  cookie(SESSION_COOKIE, token, maxAgeS, `HttpOnly; ${OF_ORIGIN}`);

/** Puts the session into a cookie, or for a program into the body of the response. */
export function inCookieOrBody(session: StartedWithToken, asToken: boolean, reply: FastifyReply): StartedSession {
  if (asToken) return session;
  void reply.header('set-cookie', inCookies(session));
  return { ...session, token: null };
}

/** Puts the session and its CSRF token into cookies, for a response without a body. */
export function inCookies({ token, csrf_token }: StartedWithToken): string[] {
  const maxAge = Math.floor(SESSION_MS / 1_000);
  return [sessionCookie(token, maxAge), cookie(CSRF_COOKIE, csrf_token, maxAge, OF_ORIGIN)];
}

export const NO_SESSION_COOKIES = [sessionCookie('', 0), cookie(CSRF_COOKIE, '', 0, OF_ORIGIN)];
