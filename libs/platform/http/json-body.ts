import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalid, type Refusal } from '../errors';

/** Takes bodies that are JSON in UTF-8, and no other; keys that reach into prototypes are refused. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Many clients name the type with every request; whether there has to be a body is the route's to say.
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(notJson('the request body must be encoded in UTF-8'));
    else void parse(request, body.toString(), (error, value) => done(error && notJson(NOT_JSON), value));
  });
}

const NOT_JSON =
  'the request body is not valid JSON, or it has a key that is not taken: __proto__, or constructor.prototype';

const notJson = (message: string): Refusal => invalid('not_json', message);
