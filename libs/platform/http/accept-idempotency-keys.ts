import { createHash } from 'node:crypto';
import { isUUID } from 'class-validator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readIdempotencyKey } from '../idempotency/idempotency-key';
import { KeyedRequest, type KeyScope, withKeyedRequest } from '../idempotency/keyed-request';

declare module 'fastify' {
  interface FastifyRequest {
    /** who may repeat the request; authorisation sets it */
    keyScope?: KeyScope;
    /** the request, if it has an Idempotency-Key that the service of its command remembers */
    keyed?: KeyedRequest;
  }
  interface FastifyContextConfig {
    /** whether the header Idempotency-Key has no meaning for the route, or the route reads it itself; see ApiRoute */
    readsNoKey?: boolean;
    /** whether the response holds a secret; see ApiRoute */
    secret?: boolean;
  }
}

/** The name of a file in the body, percent-encoded UTF-8. */
export const FILE_NAME_HEADER = 'x-file-name';
export const IDEMPOTENT_REPLAYED = 'idempotent-replayed';

/**
 * Reads the Idempotency-Key of POST requests. Commands that the request sends carry its hash; see `CommandBus`. A
 * response that is a stored one has the header `Idempotent-Replayed: true`.
 */
export function acceptIdempotencyKeys(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', (request, _reply, done) => {
    const { readsNoKey, secret = false } = request.routeOptions.config;
    if (request.method !== 'POST' || readsNoKey || !request.keyScope) return done();
    const key = readIdempotencyKey(request.headers['idempotency-key']);
    if (key === undefined) return done();
    const operation = `POST ${request.routeOptions.url}`;
    const identity = { scope: request.keyScope, operation, key, secret };
    request.keyed = new KeyedRequest(identity, () => contentOf(request));
    withKeyedRequest(request.keyed, done); // the rest of the request runs inside `done`
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (request.keyed?.replayed) void reply.header(IDEMPOTENT_REPLAYED, 'true');
    done();
  });
}

/** Requests with the same meaning have the same content: ids count without case, and no body is an empty one. */
const contentOf = ({ params, query, body, headers }: FastifyRequest): object => {
  const path = Object.fromEntries(Object.entries(params as object).map(([name, value]) => [name, withoutCase(value)]));
  if (!Buffer.isBuffer(body)) return { path, query, body: isEmpty(body) ? null : body };
  return { path, query, body: sha256(body), file_name: headers[FILE_NAME_HEADER] ?? null };
};

const withoutCase = (value: unknown): unknown => (isUUID(value, 'loose') ? (value as string).toLowerCase() : value);

const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Array.isArray(body) && Object.keys(body).length === 0);

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
