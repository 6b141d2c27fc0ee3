import { isUtf8 } from 'node:buffer';
import { NotFoundException } from '@nestjs/common';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../errors';
import { clientAddress } from './client-address';
import { isLarge, parseInTurn } from './large-bodies';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the route gets the bytes of the body, of any content type; see ApiRoute */
    rawBody?: boolean;
  }
}

type ParsingDone = (error: Error | null, body?: unknown) => void;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const NOT_UTF_8 = 'the request body must be encoded in UTF-8';

/**
 * Accepts only JSON bodies in UTF-8, not compressed, whose keys cannot change a prototype. Routes with `rawBody` get the bytes of every
 * body, also when the content type is missing, empty or malformed.
 */
export function acceptOnlyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { rawBody } = request.routeOptions.config;
    // Fastify rejects a malformed content type before a parser runs, but accepts a missing one.
    if (rawBody && request.mediaType === undefined) delete request.raw.headers['content-type'];
    // Nothing limits how many requests to unknown routes a client sends, so their bodies are not read.
    if (request.is404) return done(new NotFoundException(`Cannot ${request.method} ${request.url}`));
    done(tooLarge(Number(request.headers['content-length'] ?? 0), request));
  });
  // After authorisation, and before the body is read.
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    const problem = encodingProblem(request);
    if (!problem) return hasOtherBody(request) ? done(otherMediaType(request)) : done();
    void reply.header('accept-encoding', 'identity');
    done(new Refusal('unsupported_encoding', 'unsupported_encoding', problem));
  });
  const read = (request: FastifyRequest, body: Buffer, done: ParsingDone): void => {
    if (!isUtf8(body)) return done(notJson(NOT_UTF_8));
    const text = body.toString();
    void parse(request, text, (error, value) => (error ? done(notJson(whyRefused(text))) : done(null, value)));
  };
  const readInTurn = (request: FastifyRequest, body: Buffer, done: ParsingDone): void => {
    const parsed: { error?: Error | null; value?: unknown } = {};
    parseInTurn(request.staffId ?? request.tenantSlug ?? clientAddress(request), () => {
      read(request, body, (error, value) => Object.assign(parsed, { error, value }));
      return parsed.value;
    }).then(() => done(parsed.error ?? null, parsed.value), done);
  };
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const refused = tooLarge(body.length, request); // a body in chunks does not say its length first
    if (refused) return done(refused);
    if (request.routeOptions.config.rawBody) return done(null, body);
    // Many clients send the content type without a body; the route decides whether it requires a body.
    if (body.length === 0) return done(null, undefined);
    const begin = (): void => (isLarge(body.length) ? readInTurn : read)(request, body, done);
    const turn = request.turnOfBody?.(body.length);
    if (turn) turn.then(begin, done);
    else begin();
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!request.routeOptions.config.rawBody) return done(otherMediaType(request));
    done(tooLarge(body.length, request) ?? null, body);
  });
}

/** Whether the request has a body that is not JSON. Fastify would read it before it rejects it. */
function hasOtherBody({ method, headers, mediaType, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.rawBody || mediaType === 'application/json' || method === 'GET' || method === 'HEAD')
    return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const otherMediaType = (request: FastifyRequest): Error =>
  new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']);

/** Compressed bodies and other charsets would be read as malformed JSON, with a message that does not help. */
function encodingProblem({ headers, mediaType, routeOptions }: FastifyRequest): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding)) {
    return 'the request body must not be compressed: leave out Content-Encoding';
  }
  if (routeOptions.config.rawBody || mediaType !== 'application/json') return undefined;
  const [, charset = 'utf-8'] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
  return /^(utf-?8|us-ascii)$/i.test(charset) ? undefined : `${NOT_UTF_8}: leave out charset, or send charset=utf-8`;
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

function tooLarge(bytes: number, { maxBodyBytes, tenantSlug }: FastifyRequest): Refusal | undefined {
  if (maxBodyBytes === undefined || bytes <= maxBodyBytes) return undefined;
  const message =
    tenantSlug === undefined
      ? `the request body has ${bytes} bytes, and this route accepts ${maxBodyBytes}. No changes were made.`
      : `the limit body_bytes is ${maxBodyBytes} bytes, and the request body has ${bytes}. No changes were made. Send less at once, or ask an operator to raise the limit.`;
  return new Refusal('too_large', 'body_too_large', message);
}

const notJson = (message: string): Refusal => invalid('not_json', message);
