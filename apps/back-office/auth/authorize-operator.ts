import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeBoard } from '@probity/notices/notice-board';
import { bearerToken, isSameHash, secretHash } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import { clientAddress } from '@probity/platform/http/client-address';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { WrongTokens } from './wrong-tokens';

export interface OperatorParts {
  operatorToken: string;
  notices: NoticeBoard;
  logger: Logger;
  metrics: Metrics;
}

/** Returns a check that accepts only the operator's token. The check keeps a hash of the token, not the token. */
export function operatorOnly({
  operatorToken,
  notices,
  logger,
  metrics,
}: OperatorParts): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const expected = secretHash(operatorToken);
  const wrongTokens = new WrongTokens();
  return async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw badToken('missing');
    const given = secretHash(token);
    const tokenHash = given.toString('latin1');
    const address = clientAddress(request);
    if (wrongTokens.isKnown(address, tokenHash)) throw badToken('wrong');
    const wait = wrongTokens.secondsToWait(address);
    if (wait > 0) {
      metrics.countRefusedByLimit('back-office', 'wrong_tokens');
      void reply.header('retry-after', wait);
      throw new Refusal(
        'rate_limited',
        'rate_limited',
        `too many wrong operator tokens came from this address. The request was not processed; retry in ${wait} s.`,
      );
    }
    if (isSameHash(given, expected)) {
      request.actor = 'operator';
      // Staff work for one tenant at a time, so the same key in requests about two tenants means two operations.
      const { slug = '' } = request.params as { slug?: string };
      request.keyScope = { name: `staff ${slug}`, caller: 'operator' };
      return;
    }
    const wasLast = wrongTokens.count(address, tokenHash);
    logger.warn({ client: address, request_id: request.id }, 'a request had a wrong operator token');
    if (wasLast) await raiseNotice(notices, logger);
    throw badToken('wrong');
  };
}

const badToken = (problem: 'missing' | 'wrong'): Refusal =>
  new Refusal(
    'unauthenticated',
    'bad_operator_token',
    `the operator token is ${problem}; send Authorization: Bearer <token>`,
  );

/** The notice names no address, because it is stored for good. Its failure must not change the response. */
async function raiseNotice(notices: NoticeBoard, logger: Logger): Promise<void> {
  try {
    await notices.raise({
      tenantId: null,
      kind: 'wrong_operator_tokens',
      subject: 'back-office',
      severity: 'high',
      message:
        'One address sent many different wrong operator tokens to the back office and must now wait between attempts. ' +
        'The log of the back office has the address: find out who uses it, and block it if it is an attack.',
      data: {},
    });
  } catch (err) {
    logger.warn({ err }, 'the notice about wrong operator tokens cannot be raised');
  }
}
