import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../errors';

/** Takes bodies that are JSON in UTF-8, and no other; keys that reach into prototypes are refused. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) done(invalid('not_utf8', 'the request body must be encoded in UTF-8'));
    else void parse(request, body.toString(), done);
  });
}
