import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@probity/platform/errors';
import { clientAddress } from '@probity/platform/http/client-address';
import type { Logger } from '@probity/platform/logging';
import { StaffQueries } from '@probity/read-side/staff/staff-queries';
import { LOGGER } from '@probity/platform/logger.token';
import { emailKey } from '../staff/email-key';
import { Credentials, NO_ACCOUNT } from './credentials';
import { type ClientOfSession, Sessions, type StartedWithToken } from './sessions';
import { signInFailed } from './sign-in-failed';
import { type Attempt, SignInThrottle } from './sign-in-throttle';

/** The kinds of refusals that say nothing about what the caller gave. */
const NOT_COMPARED = new Set<string>(['rate_limited', 'overloaded', 'outcome_unknown']);
const isCompared = (error: unknown): boolean => error instanceof Refusal && !NOT_COMPARED.has(error.kind);

/** Signs people in, and slows down wrong attempts. */
@Injectable()
export class SignIn {
  private readonly throttle = new SignInThrottle();

  constructor(
    private readonly queries: StaffQueries,
    private readonly credentials: Credentials,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws Refusal `sign_in_failed`, `rate_limited` */
  async start(
    given: { email: string; password: string; code: string },
    client: ClientOfSession,
    reply: FastifyReply,
  ): Promise<StartedWithToken> {
    const email = emailKey(given.email);
    const accountId = await this.queries.accountOfEmail(email);
    const isKnownAddress = await this.sessions.isKnownAddress(accountId ?? NO_ACCOUNT, client.address);
    const attempt = { address: client.address, email, isKnownAddress };
    this.refuseTooMany(attempt, reply);
    // Counted before the check, so that attempts at the same time do not pass together; given back after a right one.
    this.throttle.count(attempt);
    const session = await this.compared(attempt, async () => {
      const verified = await this.credentials.check(accountId, given.password, given.code);
      return verified && (await this.sessions.start(verified, client));
    });
    if (session) {
      this.throttle.giveBack(attempt);
      this.logger.info({ account: accountId, client: client.address }, 'a person signed in');
      return session;
    }
    this.logger.warn({ account: accountId, client: client.address }, 'a sign-in failed');
    throw signInFailed();
  }

  /**
   * Checks the credentials of a person who has a session again.
   *
   * @throws Refusal `sign_in_failed`, `rate_limited`
   */
  async confirm(
    accountId: string,
    given: { password: string; code: string },
    address: string,
    reply: FastifyReply,
  ): Promise<void> {
    const attempt = { address, email: accountId, isKnownAddress: true };
    this.refuseTooMany(attempt, reply);
    this.throttle.count(attempt);
    const check = () => this.credentials.check(accountId, given.password, given.code);
    if (!(await this.compared(attempt, check))) throw signInFailed();
    this.throttle.giveBack(attempt);
  }

  /**
   * Does work for a caller with an invitation. Wrong ones from the same address are slowed down. An invitation is a long
   * random secret, so guesses at the same time need not wait for each other.
   */
  async invited<Result>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Result>): Promise<Result> {
    const attempt = { address: clientAddress(request), isKnownAddress: true };
    this.refuseTooMany(attempt, reply);
    try {
      return await work();
    } catch (error) {
      if (isCompared(error)) this.throttle.count(attempt);
      throw error;
    }
  }

  /** An attempt that could not be compared is not a wrong one, for example while many others wait or Postgres is away. */
  private async compared<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isCompared(error)) this.throttle.giveBack(attempt);
      throw error;
    }
  }

  private refuseTooMany(attempt: Attempt, reply: FastifyReply): void {
    const wait = this.throttle.secondsToWait(attempt);
    if (wait === 0) return;
    void reply.header('retry-after', wait);
    const message = `too many sign-ins failed, or are in progress. The request was not processed; retry in ${wait} s.`;
    throw new Refusal('rate_limited', 'rate_limited', message);
  }
}
