import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalid, type Refusal } from '../errors';

/** Takes bodies that are JSON in UTF-8, and no other; keys that reach into prototypes are refused. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Many clients name the type with every request; whether there has to be a body is the route's to say.
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(notJson('the request body must be encoded in UTF-8'));
    const text = body.toString();
    void parse(request, text, (error, value) => done(error && notJson(whyRefused(text)), value));
  });
}

/** Fastify's parser has one error for everything: what is JSON all the same was refused for a key. */
function whyRefused(text: string): string {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'the request body is not valid JSON';
  }
  return 'the request body has a key that is not taken: __proto__, or constructor with prototype in it';
}

const notJson = (message: string): Refusal => invalid('not_json', message);
