import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../logging';
import type { Metrics } from '../metrics';
import { NestLogger } from '../nest-logger';
import { traceOf, withTrace } from '../trace-context';
import { EnvelopeInterceptor } from './envelope.interceptor';
import { ErrorEnvelopeFilter, errorEnvelope } from './error-envelope.filter';
import { type DependencyCheck, registerOperationRoutes } from './operation-routes';
import { DtoPipe } from './dto.pipe';
import { acceptIdempotencyKeys } from './accept-idempotency-keys';
import { acceptOnlyJson } from './json-body';
import { markUncached } from './no-store';

export const API_PREFIX = '/api/v1';
export const MAX_BODY_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
const MAX_PARAMETER_LENGTH = 8_192;
/** Unique without a random number for each request: a random prefix of the process and a counter. */
const nextRequestId = (
  (process: string, count: number) => () =>
    `${process}-${(++count).toString(36)}`
)(randomBytes(6).toString('hex'), 0);
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, for the log: a tenant's slug, or `operator`. */
    actor?: string;
    /** the largest body that the caller may send, in bytes; undefined: only the limit of the server applies */
    maxBodyBytes?: number;
    /** W3C Trace Context: that of the caller, or a new one */
    traceparent: string;
  }
  interface FastifyContextConfig {
    /** the route authenticates its callers itself; see ApiRoute */
    authenticatesItself?: boolean;
  }
}

export interface HttpApplicationOptions {
  service: string;
  logger: Logger;
  metrics: Metrics;
  dependencies: DependencyCheck[];
  /**
   * Runs for every API route except the public ones, before the body is read. Sets `request.actor`, or throws a Refusal
   * to reject the request. May set headers of the response.
   */
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs before a route that authenticates its callers itself. May throw a Refusal, and set headers of the response. */
  limitUnauthenticated?(request: FastifyRequest, reply: FastifyReply): void;
  /** Called with the application before it listens, to add the API document. */
  document?(app: NestFastifyApplication): void;
}

/**
 * Creates a Nest application on Fastify with the parts of every HTTP service of Probity: request ids, the error
 * envelope, validation, authorisation before the body is read, access log, metrics and health.
 */
export async function createHttpApplication(
  module: DynamicModule,
  options: HttpApplicationOptions,
): Promise<NestFastifyApplication> {
  const { logger, metrics, service } = options;
  const adapter = new FastifyAdapter({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : nextRequestId();
    },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('x-request-id', request.id).code(400).send(errorEnvelope('bad_url', error.message));
    },
    clientErrorHandler: answerBrokenHttp,
    skipMiddie: true,
  });
  const fastify = adapter.getInstance();
  // The access log has fixed fields, none of them secret. Not searching it for secrets saves time.
  const accessLog = logger.child({}, { redact: [] });

  fastify.decorateRequest('traceparent', '');
  fastify.decorateRequest('maxBodyBytes', undefined);
  fastify.addHook('onRequest', (request, reply, done) => {
    request.traceparent = traceOf(request.headers.traceparent);
    void reply.header('x-request-id', request.id);
    withTrace(request.traceparent, done); // the rest of the request runs inside `done`, also after the body was read
  });
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.authenticatesItself) options.limitUnauthenticated?.(request, reply);
    if (isProtected(request)) await options.authorize(request, reply);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seconds = reply.elapsedTime / 1000;
    metrics.observeRequest(service, request.method, route, reply.statusCode, seconds);
    if (OPERATION_ROUTES.test(route) && reply.statusCode < 400) return done(); // polled every few seconds
    accessLog.info(
      {
        request_id: request.id,
        traceparent: request.traceparent,
        tenant: request.actor,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
      },
      'request',
    );
    done();
  });
  acceptOnlyJson(fastify);
  markUncached(fastify);
  acceptIdempotencyKeys(fastify);
  registerOperationRoutes(fastify, options.dependencies, metrics);

  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false, // see acceptOnlyJson
  });
  app.setGlobalPrefix(API_PREFIX);
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalInterceptors(new EnvelopeInterceptor());
  app.useGlobalFilters(new ErrorEnvelopeFilter(logger));
  options.document?.(app);
  return app;
}

const OPERATION_ROUTES = /^\/(health|metrics)/;
const PUBLIC_ROUTES = [`${API_PREFIX}/openapi.json`, `${API_PREFIX}/asyncapi.json`, `${API_PREFIX}/docs`];

function isProtected(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  if (route === undefined || !route.startsWith(API_PREFIX)) return false;
  if (request.routeOptions.config.authenticatesItself) return false;
  return !PUBLIC_ROUTES.some((open) => route === open || route.startsWith(`${open}/`));
}

/** Responds to a request that is not valid HTTP and therefore reaches no route. The body is the error envelope. */
function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify(errorEnvelope('bad_http', 'the request is not valid HTTP'));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${nextRequestId()}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
