import { Body, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Passkey, PasskeyOptions, StartedSession } from '@probity/contracts/staff/views';
import { clientAddress } from '@probity/platform/http/client-address';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import type { Logger } from '@probity/platform/logging';
import { Caller, type StaffCaller } from '../../auth/staff-caller';
import { LOGGER } from '@probity/platform/logger.token';
import { NO_SESSION, sessionOf } from '../own-account.controller';
import { clientOf, inCookieOrBody } from '../session-cookies';
import { Sessions } from '../sessions';
import { AddPasskeyBody, ConfirmPasskeyBody, PasskeySignInBody } from './passkey.dto';
import { PASSKEY_NOT_ACCEPTED, PasskeyNotAccepted } from './passkey-failed';
import { Passkeys } from './passkeys';

/** Passkeys (WebAuthn): how people sign in with them, and which they have. */
@ApiController('Sign-in', '')
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post('sign-in/passkey/options')
  @ApiRoute({
    summary: 'Get a challenge for a passkey, to sign in or to confirm a session',
    status: 200,
    data: PasskeyOptions,
    idempotency: 'none',
    authentication: PASSKEY_NOT_ACCEPTED,
    refusals: ['origin_not_configured'],
  })
  signInOptions(@Req() request: FastifyRequest): Promise<PasskeyOptions> {
    return this.passkeys.signInOptions(clientAddress(request));
  }

  @Post('sign-in/passkey')
  @ApiRoute({
    summary: 'Sign in with a passkey; starts a session',
    data: StartedSession,
    idempotency: 'none',
    authentication: PASSKEY_NOT_ACCEPTED,
    refusals: ['origin_not_configured'],
  })
  async signIn(
    @Body() { credential, as_token }: PasskeySignInBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedSession> {
    const session = await this.noted(request, async () => {
      const verified = await this.passkeys.check(credential);
      const started = await this.sessions.start(verified, clientOf(request));
      if (!started) throw new PasskeyNotAccepted('the account changed');
      this.logger.info({ account: verified.accountId, client: clientAddress(request) }, 'a person signed in');
      return started;
    });
    return inCookieOrBody(session, as_token, reply);
  }

  @Post('me/confirm/passkey')
  @ApiRoute({
    summary: 'Prove again with a passkey who you are, before something that needs a recent sign-in',
    permission: 'use_own_account',
    status: 204,
    idempotency: 'none',
    refusals: [NO_SESSION, 'origin_not_configured'],
  })
  async confirm(
    @Caller() caller: StaffCaller,
    @Body() { credential }: ConfirmPasskeyBody,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const session = sessionOf(caller);
    await this.noted(request, async () => {
      const { accountId } = await this.passkeys.check(credential);
      if (accountId !== caller.id) throw new PasskeyNotAccepted('the passkey is of another account');
    });
    await this.sessions.confirm(session);
  }

  @Get('me/passkeys')
  @ApiRoute({ summary: 'List your passkeys, oldest first', permission: 'use_own_account', list: Passkey })
  list(@Caller() { id }: StaffCaller): Promise<Passkey[]> {
    return this.passkeys.list(id);
  }

  @Post('me/passkeys/options')
  @ApiRoute({
    summary: 'Get what the browser needs to make a passkey',
    permission: 'change_own_passkeys',
    status: 200,
    data: PasskeyOptions,
    idempotency: 'none',
    refusals: [NO_SESSION, 'no_password', 'too_many_passkeys', 'origin_not_configured'],
  })
  options(@Caller() caller: StaffCaller, @Req() request: FastifyRequest): Promise<PasskeyOptions> {
    sessionOf(caller);
    return this.passkeys.registrationOptions(caller.id, clientAddress(request));
  }

  @Post('me/passkeys')
  @ApiRoute({
    summary: 'Add a passkey, with which you can sign in instead of a password and a one-time code',
    permission: 'change_own_passkeys',
    data: Passkey,
    idempotency: 'none',
    refusals: [NO_SESSION, 'no_password', 'too_many_passkeys', 'origin_not_configured'],
  })
  add(
    @Caller() caller: StaffCaller,
    @Body() { name, credential }: AddPasskeyBody,
    @Req() request: FastifyRequest,
  ): Promise<Passkey> {
    sessionOf(caller);
    return this.noted(request, () => this.passkeys.register(caller.id, name, credential));
  }

  @Delete('me/passkeys/:passkeyId')
  @ApiRoute({
    summary: 'Remove a passkey: the sessions that began with it end',
    permission: 'change_own_passkeys',
    status: 204,
  })
  async remove(@Caller() { id }: StaffCaller, @Id('passkeyId') passkeyId: string): Promise<void> {
    await this.passkeys.remove(id, passkeyId);
  }

  /** The response does not say why a passkey is not accepted; the log does. */
  private async noted<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      request.becameKnown?.();
      return result;
    } catch (error) {
      if (error instanceof PasskeyNotAccepted) {
        const about = { reason: error.reason, client: clientAddress(request), request_id: request.id };
        this.logger.warn(about, 'a passkey was not accepted');
      }
      throw error;
    }
  }
}
