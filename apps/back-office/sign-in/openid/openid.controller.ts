import { Body, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndedSessions, StartedAttempt } from '@probity/contracts/identity-providers/views';
import { StartedSession } from '@probity/contracts/staff/views';
import { clientAddress } from '@probity/platform/http/client-address';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { API_PREFIX } from '@probity/platform/http/http-application';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { Caller, type StaffCaller } from '../../auth/staff-caller';
import { LOGGER } from '@probity/platform/logger.token';
import { invitationHash } from '../../staff/invitation';
import { ATTEMPT_MS } from '../attempts';
import { Credentials } from '../credentials';
import { NO_SESSION, sessionOf } from '../own-account.controller';
import { clientOf, inCookies } from '../session-cookies';
import { Sessions } from '../sessions';
import { SignInSettings } from '../sign-in-settings';
import { callbackRoute } from './identity-providers';
import { FinishOpenidBody, OpenAttemptQuery, StartOpenidBody } from './openid.dto';
import { IDENTITY_NOT_ACCEPTED, IdentityNotAccepted } from './openid-failed';
import { type Departure, type OpenidPurpose, OpenidSignIn } from './openid-sign-in';

const COOKIE = '__Secure-probity_oidc';
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const UNAVAILABLE = 'the identity provider cannot be reached, or its discovery document cannot be used';

/** Signing in with OpenID Connect: the authorization code flow, for browsers and for programs. */
@ApiController('Sign-in', '')
export class OpenidController {
  constructor(
    private readonly openid: OpenidSignIn,
    private readonly credentials: Credentials,
    private readonly sessions: Sessions,
    private readonly settings: SignInSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('sign-in/oidc/start')
  @ApiRoute({
    summary: 'Begin to sign in at an identity provider, or to accept an invitation there',
    status: 200,
    data: StartedAttempt,
    idempotency: 'none',
    authentication: IDENTITY_NOT_ACCEPTED,
    refusals: ['origin_not_configured', 'invitation_invalid'],
    unavailable: UNAVAILABLE,
  })
  async start(
    @Body() { provider_id: providerId, invitation, again, loopback_port }: StartOpenidBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedAttempt> {
    const purpose = await this.purposeOf(invitation ?? undefined);
    const loopbackPort = loopback_port ?? undefined;
    const wanted = { providerId, purpose, again, loopbackPort };
    if (loopbackPort === undefined) return this.depart(wanted, request, reply);
    const begun = await this.noted(request, () => this.openid.prepare(wanted, clientAddress(request)));
    const { address, finishSecret, expiresAt } = begun;
    return { address, finish_secret: finishSecret, expires_at: expiresAt.toISOString() };
  }

  @Get('sign-in/oidc/open')
  @ApiRoute({
    summary: 'For the browser of a person whose program began to sign in: go on to the identity provider',
    status: 303,
    authentication: IDENTITY_NOT_ACCEPTED,
    unavailable: UNAVAILABLE,
  })
  async open(
    @Query() { attempt }: OpenAttemptQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const departure = await this.noted(request, () => this.openid.open(attempt, clientAddress(request)));
    void reply.headers({
      location: departure.address,
      'set-cookie': cookieOf(departure.providerId, departure.browserSecret),
    });
  }

  @Get('sign-in/oidc/:providerId/callback')
  @ApiRoute({
    summary: 'Where an identity provider sends the browser back to; starts a session in a cookie',
    status: 303,
    authentication: IDENTITY_NOT_ACCEPTED,
    refusals: ['invitation_invalid', 'identity_taken'],
    unavailable: UNAVAILABLE,
  })
  async callback(
    @Id('providerId') providerId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const [, query = ''] = request.url.split('?', 2);
    const secret = secretIn(request.headers.cookie);
    const arrival = await this.noted(request, () => this.openid.arrive(providerId, query, secret, clientOf(request)));
    request.becameKnown?.();
    // Never to an address of the request: to the origin itself, or to a program on the machine of the person.
    const location = 'loopback' in arrival ? arrival.loopback : `${this.settings.requireOrigin()}/`;
    const session = 'session' in arrival ? inCookies(arrival.session) : [];
    void reply.headers({ location, 'set-cookie': [cookieOf(providerId, undefined), ...session] });
  }

  @Post('sign-in/oidc/finish')
  @ApiRoute({
    summary: 'For a program: get the session of the person who signed in with a browser',
    data: StartedSession,
    idempotency: 'none',
    authentication: IDENTITY_NOT_ACCEPTED,
    refusals: ['invitation_invalid', 'identity_taken'],
  })
  async finish(@Body() given: FinishOpenidBody, @Req() request: FastifyRequest): Promise<StartedSession> {
    const { code, finish_secret } = given;
    const session = await this.noted(request, () => this.openid.finish(code, finish_secret, clientOf(request)));
    request.becameKnown?.();
    return session;
  }

  @Post('sign-in/oidc/:providerId/logout')
  @ApiRoute({
    summary: 'OpenID Connect Back-Channel Logout: an identity provider ends the sessions that began through it',
    description: 'The body is a form (`application/x-www-form-urlencoded`) with the field `logout_token`.',
    status: 200,
    data: EndedSessions,
    rawBody: true,
    authentication: IDENTITY_NOT_ACCEPTED,
    refusals: ['logout_token_invalid'],
    unavailable: UNAVAILABLE,
  })
  async logout(@Id('providerId') providerId: string, @Req() request: FastifyRequest): Promise<EndedSessions> {
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
    const token = form.get('logout_token') ?? '';
    const ended = await this.noted(request, () => this.openid.logOut(providerId, token));
    request.becameKnown?.(); // a provider that logs many people out at once must not wait
    return { ended };
  }

  @Post('me/confirm/oidc')
  @ApiRoute({
    summary: 'Prove again at the identity provider who you are, before something that needs a recent sign-in',
    permission: 'use_own_account',
    status: 200,
    data: StartedAttempt,
    idempotency: 'none',
    refusals: [NO_SESSION, 'no_identity', 'origin_not_configured'],
    unavailable: UNAVAILABLE,
  })
  async confirm(
    @Caller() caller: StaffCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedAttempt> {
    const sessionId = sessionOf(caller);
    const { providerId, subject } = await this.sessions.identityOf(sessionId);
    const purpose = { kind: 'confirm' as const, sessionId, subject };
    return this.depart({ providerId, purpose, again: true, loopbackPort: undefined }, request, reply);
  }

  private async depart(
    wanted: Parameters<OpenidSignIn['depart']>[0],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StartedAttempt> {
    const departure: Departure = await this.noted(request, () => this.openid.depart(wanted, clientAddress(request)));
    void reply.header('set-cookie', cookieOf(wanted.providerId, departure.browserSecret));
    return { address: departure.address, finish_secret: null, expires_at: departure.expiresAt.toISOString() };
  }

  private async purposeOf(invitation: string | undefined): Promise<OpenidPurpose> {
    if (invitation === undefined) return { kind: 'sign in' };
    const { state } = await this.credentials.invited(invitation);
    return { kind: 'accept', accountId: state.id, invitationHash: invitationHash(invitation) };
  }

  /** The response does not say why a sign-in failed; the log does. */
  private async noted<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof IdentityNotAccepted) {
        const about = { reason: error.reason, client: clientAddress(request), request_id: request.id };
        this.logger.warn(about, 'a sign-in with an identity provider failed');
      }
      throw error;
    }
  }
}

/** Binds the attempt to the browser. Lax: the browser sends it when the identity provider sends the person back. */
function cookieOf(providerId: string, secret: string | undefined): string {
  const path = `${API_PREFIX}/${callbackRoute(providerId)}`;
  const maxAge = secret === undefined ? 0 : ATTEMPT_MS / 1_000;
  return `${COOKIE}=${secret ?? ''}; Path=${path}; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`;
}

function secretIn(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === COOKIE && value !== undefined && SECRET.test(value)) return value;
  }
  return undefined;
}
