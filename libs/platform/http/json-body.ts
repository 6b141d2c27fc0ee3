import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { invalid, type Refusal } from '../errors';

/** Accepts only JSON bodies in UTF-8 whose keys cannot change a prototype. */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Many clients send the content type without a body; the route decides whether it requires a body.
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(notJson('the request body must be encoded in UTF-8'));
    const text = body.toString();
    void parse(request, text, (error, value) => done(error && notJson(whyRefused(text)), value));
  });
}

/** Fastify's parser throws the same error for invalid JSON and for a forbidden key. This finds out which it is. */
function whyRefused(text: string): string {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return 'the request body is not valid JSON';
  }
  return 'the request body has a forbidden key: __proto__, or constructor with prototype in it';
}

const notJson = (message: string): Refusal => invalid('not_json', message);
