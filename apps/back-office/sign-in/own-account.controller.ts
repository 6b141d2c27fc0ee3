import { Body, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionView, SignedIn } from '@probity/contracts/staff/views';
import { invalid, notFound } from '@probity/platform/errors';
import { clientAddress } from '@probity/platform/http/client-address';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { Caller, type StaffCaller } from '../auth/staff-caller';
import { NO_SESSION_COOKIES } from './session-cookies';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { ConfirmBody } from './sign-in.dto';

export const NO_SESSION: DocumentedRefusal = {
  code: 'no_session',
  message: 'the request has a token, not a session',
  when: 'the caller is a service account or uses the operator token',
};

/** What a signed-in caller does with its own account. */
@ApiController('Sign-in', 'me')
export class OwnAccountController {
  constructor(
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
  ) {}

  @Get()
  @ApiRoute({ summary: 'Read who you are and what you may do where', permission: 'use_own_account', data: SignedIn })
  read(@Caller() { id, name, method, roles }: StaffCaller): SignedIn {
    if (method === 'approved_proposal') throw new Error('proposals do not concern own accounts');
    const held = roles.map(({ slug, role, until }) => ({ tenant: slug, role, until: until?.toISOString() ?? null }));
    return { id, name, method, roles: held };
  }

  @Get('sessions')
  @ApiRoute({ summary: 'List your sessions, newest first', permission: 'use_own_account', list: SessionView })
  list(@Caller() caller: StaffCaller) {
    return caller.session ? this.sessions.list(caller.id, caller.session.id) : [];
  }

  @Delete('sessions/:sessionId')
  @ApiRoute({ summary: 'End one of your sessions', permission: 'use_own_account', status: 204 })
  async end(@Caller() caller: StaffCaller, @Id('sessionId') sessionId: string): Promise<void> {
    if (!caller.session || !(await this.sessions.end(caller.id, sessionId))) throw notFound('session', sessionId);
  }

  @Post('sign-out')
  @ApiRoute({
    summary: 'Sign out: end the session of this request',
    permission: 'use_own_account',
    status: 204,
    idempotency: 'none',
    refusals: [NO_SESSION],
  })
  async signOut(@Caller() caller: StaffCaller, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.end(caller.id, sessionOf(caller));
    void reply.header('set-cookie', NO_SESSION_COOKIES);
  }

  @Post('confirm')
  @ApiRoute({
    summary: 'Prove again who you are, before something that needs a recent sign-in',
    permission: 'use_own_account',
    status: 204,
    idempotency: 'none',
    refusals: [NO_SESSION],
  })
  async confirm(
    @Caller() caller: StaffCaller,
    @Body() given: ConfirmBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const session = sessionOf(caller);
    await this.signIn.confirm(caller.id, given, clientAddress(request), reply);
    await this.sessions.confirm(session);
  }
}

/** @throws Refusal `no_session` */
export function sessionOf({ session }: StaffCaller): string {
  if (!session) throw invalid(NO_SESSION.code, NO_SESSION.message);
  return session.id;
}
