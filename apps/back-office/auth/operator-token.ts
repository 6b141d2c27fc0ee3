import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeBoard } from '@probity/notices/notice-board';
import { isSameHash, secretHash } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import { clientAddress } from '@probity/platform/http/client-address';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { WrongTokens } from './wrong-tokens';

export interface OperatorTokenParts {
  operatorToken: string;
  notices: NoticeBoard;
  logger: Logger;
  metrics: Metrics;
}

/** Checks the operator token. Keeps a hash of the token, not the token. */
export class OperatorTokens {
  private readonly expected: Buffer;
  private readonly wrongTokens = new WrongTokens();

  constructor(private readonly parts: OperatorTokenParts) {
    this.expected = secretHash(parts.operatorToken);
  }

  /** @throws Refusal `bad_credentials`, `rate_limited` */
  async check(token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { logger, metrics } = this.parts;
    const given = secretHash(token);
    const tokenHash = given.toString('latin1');
    const address = clientAddress(request);
    if (this.wrongTokens.isKnown(address, tokenHash)) throw wrongToken();
    const wait = this.wrongTokens.secondsToWait(address);
    if (wait > 0) {
      metrics.countRefusedByLimit('back-office', 'wrong_tokens');
      void reply.header('retry-after', wait);
      throw new Refusal(
        'rate_limited',
        'rate_limited',
        `too many wrong tokens came from this address. The request was not processed; retry in ${wait} s.`,
      );
    }
    if (isSameHash(given, this.expected)) return;
    const wasLast = this.wrongTokens.count(address, tokenHash);
    logger.warn({ client: address, request_id: request.id }, 'a request had a wrong token');
    if (wasLast) await this.raiseNotice();
    throw wrongToken();
  }

  /** The notice names no address, because it is stored for good. Its failure must not change the response. */
  private async raiseNotice(): Promise<void> {
    const { notices, logger } = this.parts;
    try {
      await notices.raise({
        tenantId: null,
        kind: 'wrong_operator_tokens',
        subject: 'back-office',
        severity: 'high',
        message:
          'One address sent many different wrong tokens to the back office and must now wait between attempts. ' +
          'The log of the back office has the address: find out who uses it, and block it if it is an attack.',
        data: {},
      });
    } catch (err) {
      logger.warn({ err }, 'the notice about wrong tokens cannot be raised');
    }
  }
}

const wrongToken = (): Refusal =>
  new Refusal('unauthenticated', 'bad_credentials', 'the token is wrong; send Authorization: Bearer <token>');
