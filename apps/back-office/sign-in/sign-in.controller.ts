import { Body, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { OpenedInvitation, RecoveryCodes, StartedSession } from '@probity/contracts/staff/views';
import { invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Credentials } from './credentials';
import { MIN_PASSWORD } from './passwords';
import { AcceptInvitationBody, OpenInvitationBody, SignInBody } from './sign-in.dto';
import { clientOf, inCookieOrBody } from './session-cookies';
import { SignIn } from './sign-in';
import { SIGN_IN_FAILED } from './sign-in-failed';

/** An invitation that is opened more often counts as a request of an unknown caller each time. */
const FREE_OPENINGS = 5;
const MAX_REMEMBERED = 10_000;

/** How people sign in, before they have a session. */
@ApiController('Sign-in', '')
export class SignInController {
  /** how often each invitation was opened */
  private readonly opened = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly signIn: SignIn,
    private readonly credentials: Credentials,
  ) {}

  @Post('sign-in')
  @ApiRoute({
    summary: 'Sign in with a password and a one-time code; starts a session',
    data: StartedSession,
    idempotency: 'none',
    authentication: SIGN_IN_FAILED,
  })
  async start(
    @Body() { email, password, code, as_token }: SignInBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedSession> {
    const session = await this.signIn.start({ email, password, code }, clientOf(request), reply);
    request.becameKnown?.();
    return inCookieOrBody(session, as_token, reply);
  }

  @Post('invitations/open')
  @ApiRoute({
    summary: 'Read an invitation, and the secret for one-time codes that belongs to it',
    status: 200,
    data: OpenedInvitation,
    idempotency: 'none',
    authentication: SIGN_IN_FAILED,
    refusals: ['invitation_invalid'],
  })
  async open(
    @Body() { invitation }: OpenInvitationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OpenedInvitation> {
    const opened = await this.signIn.invited(request, reply, () => this.credentials.invitation(invitation));
    const times = (this.opened.get(invitation) ?? 0) + 1;
    this.opened.set(invitation, times);
    if (times <= FREE_OPENINGS) request.becameKnown?.();
    return opened;
  }

  @Post('invitations/accept')
  @ApiRoute({
    summary: 'Accept an invitation: choose a password, and prove that an app makes the one-time codes',
    status: 200,
    data: RecoveryCodes,
    idempotency: 'none',
    authentication: SIGN_IN_FAILED,
    refusals: ['invitation_invalid', 'weak_password', 'wrong_code'],
  })
  async accept(
    @Body() { invitation, password, code }: AcceptInvitationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodes> {
    if (password.length < MIN_PASSWORD) {
      throw invalid('weak_password', `the password must have at least ${MIN_PASSWORD} characters`);
    }
    const accept = () => this.credentials.accept(invitation, password, code);
    const recovery = await this.signIn.invited(request, reply, accept);
    request.becameKnown?.();
    return recovery;
  }
}
