import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { bearerToken, isSameSecret } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';

/** Returns a check that accepts only the operator's token. The check keeps a hash of the token, not the token. */
export function operatorOnly(operatorToken: string): (request: FastifyRequest) => Promise<void> {
  const expected = hash('sha256', operatorToken, 'buffer');
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    if (token === undefined || !isSameSecret(token, expected)) {
      const problem = token === undefined ? 'the operator token is missing' : 'the operator token is wrong';
      throw new Refusal('unauthenticated', 'bad_operator_token', `${problem}; send Authorization: Bearer <token>`);
    }
    request.actor = 'operator';
    // Staff work for one tenant at a time, so the same key in requests about two tenants means two operations.
    const { slug = '' } = request.params as { slug?: string };
    request.keyScope = { name: `staff ${slug}`, caller: 'operator' };
  };
}
