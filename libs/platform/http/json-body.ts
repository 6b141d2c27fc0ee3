import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance } from 'fastify';
import { invalid, Refusal } from '../errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the route gets the bytes of the body, of any content type; see ApiRoute */
    rawBody?: boolean;
  }
}

/**
 * Accepts only JSON bodies in UTF-8 whose keys cannot change a prototype. Routes with `rawBody` get the bytes of every
 * body, also when the content type is missing, empty or malformed.
 */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { rawBody } = request.routeOptions.config;
    // Fastify rejects a malformed content type before a parser runs, but accepts a missing one.
    if (rawBody && request.mediaType === undefined) delete request.raw.headers['content-type'];
    done(tooLarge(Number(request.headers['content-length'] ?? 0), request.maxBodyBytes));
  });
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.rawBody) return done(null, body);
    const refused = tooLarge(body.length, request.maxBodyBytes); // a body in chunks does not say its length first
    if (refused) return done(refused);
    // Many clients send the content type without a body; the route decides whether it requires a body.
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(notJson('the request body must be encoded in UTF-8'));
    const text = body.toString();
    void parse(request, text, (error, value) => done(error && notJson(whyRefused(text)), value));
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.is404) return done(null, undefined);
    if (request.routeOptions.config.rawBody) return done(null, body);
    done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']));
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

/** @param allowed undefined: only the server's own limit applies */
function tooLarge(bytes: number, allowed: number | undefined): Refusal | undefined {
  if (allowed === undefined || bytes <= allowed) return undefined;
  const message = `the limit body_bytes is ${allowed} bytes, and the request body has ${bytes}. No changes were made.`;
  return new Refusal('too_large', 'body_too_large', message);
}

const notJson = (message: string): Refusal => invalid('not_json', message);
