import { Body, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenedInvitation, RecoveryCodes, StartedSession } from '@probity/contracts/staff/views';
import { invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Credentials } from './credentials';
import { MIN_PASSWORD } from './passwords';
import { AcceptInvitationBody, OpenInvitationBody, SignInBody } from './sign-in.dto';
import { clientOf, inCookieOrBody } from './session-cookies';
import { SignIn } from './sign-in';
import { SIGN_IN_FAILED } from './sign-in-failed';

/** How people sign in, before they have a session. */
@ApiController('Sign-in', '')
export class SignInController {
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
  open(
    @Body() { invitation }: OpenInvitationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OpenedInvitation> {
    return this.signIn.limited(request, reply, () => this.credentials.invitation(invitation));
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
  accept(
    @Body() { invitation, password, code }: AcceptInvitationBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodes> {
    if (password.length < MIN_PASSWORD) {
      throw invalid('weak_password', `the password must have at least ${MIN_PASSWORD} characters`);
    }
    return this.signIn.limited(request, reply, () => this.credentials.accept(invitation, password, code));
  }
}
