import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { PermissionName } from '@probity/contracts/staff/permissions';
import { withCallerAddress } from '../caller-address';
import type { Logger } from '../logging';
import type { Metrics } from '../metrics';
import { NestLogger } from '../nest-logger';
import { traceOf, withTrace } from '../trace-context';
import { acceptRequests } from './accepting';
import { MAX_BODY_BYTES } from './body-limit';
import { logRequests } from './access-log';
import { clientAddress } from './client-address';
import { BrokenHttp } from './broken-http';
import { DtoPipe } from './dto.pipe';
import { EnvelopeAdapter } from './envelope-adapter';
import { ErrorEnvelopeFilter, errorEnvelope } from './error-envelope.filter';
import type { HttpSettings } from './http-settings';
import { acceptIdempotencyKeys } from './accept-idempotency-keys';
import { acceptOnlyJson } from './json-body';
import { processOneRequestAtATime } from './one-request-at-a-time';
import { type DependencyCheck, type ReadinessDetail, registerOperationRoutes } from './operation-routes';
import { requestIdOf } from './request-id';
import { addSecurityHeaders, EARLY_HEADERS } from './security-headers';
import { refuseSmallChunks } from './small-chunks';
import { endUnreadBodies } from './unread-bodies';

export const API_PREFIX = '/api/v1';
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node.js looks for requests that take longer; its default of 30 s would let them take twice the time. */
const TIMEOUT_CHECK_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;
/** After this time without a byte in either direction, a connection with an unfinished request or response is closed. */
const STALLED_MS = 120_000;
const MAX_PARAMETER_LENGTH = 8_192;
declare module 'fastify' {
  interface FastifyRequest {
    /** the largest body that the caller may send, in bytes; undefined: only the limit of the server applies */
    maxBodyBytes?: number;
    /** resolves when the body, which has so many bytes, may be parsed; undefined when it may be parsed now */
    turnOfBody?: (bytes: number) => Promise<void> | undefined;
    /** the handler has its response, which has so many bytes; 0 for a stream */
    responded?: (bytes: number) => void;
    /** whose turns the making of a large response takes; undefined: it is small */
    largeReplyOf?: string;
    /** W3C Trace Context: that of the caller, or a new one */
    traceparent: string;
  }
  interface FastifyContextConfig {
    /** the route authenticates its callers itself; see ApiRoute */
    authenticatesItself?: boolean;
    /** the handler waits for other work; see ApiRoute */
    waits?: boolean;
    /** the body is a file of at most so many bytes; see ApiRoute */
    maxUploadBytes?: number;
    /** the response is a stream that does not end by itself; see ApiRoute */
    isEndless?: boolean;
    /** what the caller must be allowed to do; see ApiRoute */
    permission?: PermissionName;
    /** the change may need a second person; see ApiRoute */
    reviewed?: boolean;
  }
}

export interface HttpApplicationOptions {
  service: string;
  logger: Logger;
  metrics: Metrics;
  dependencies: DependencyCheck[];
  /** shown beside them */
  details?: ReadinessDetail[];
  settings: HttpSettings;
  /** how long a request may take to arrive; default 30 s */
  requestTimeoutMs?: number;
  /**
   * Runs for every API route except the public ones, before the body is read. Sets the caller, such as
   * `request.tenantSlug`, or throws a Refusal to reject the request. May set headers of the response.
   */
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs for every API route except the public ones when it is added. May throw an Error, so that nothing starts. */
  checkRoute?(route: RouteOptions): void;
  /** Runs before a route that authenticates its callers itself. May throw a Refusal, and set headers of the response. */
  limitUnauthenticated?(request: FastifyRequest, reply: FastifyReply): void;
  /** Called with the application before it listens, to add the API document. */
  document?(app: NestFastifyApplication): void | Promise<void>;
}

/**
 * Creates a Nest application on Fastify with the parts of every HTTP service of Probity: request ids, the error
 * envelope, validation, authorisation before the body is read, access log, metrics and health.
 */
export async function createHttpApplication(
  module: DynamicModule,
  options: HttpApplicationOptions,
): Promise<NestFastifyApplication> {
  const { logger, metrics, service, settings, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const brokenHttp = new BrokenHttp(logger);
  const adapter = new EnvelopeAdapter({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: STALLED_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, requestTimeoutMs),
      headersTimeout: requestTimeoutMs, // with its default of 60 s, Node.js would swap the two time limits
      requireHostHeader: false, // see acceptRequests
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false, // see acceptRequests
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    trustProxy: settings.TRUSTED_PROXIES.length > 0 && settings.TRUSTED_PROXIES,
    requestIdHeader: false,
    genReqId: requestIdOf,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers({ ...EARLY_HEADERS, 'x-request-id': request.id });
      void reply.code(400).send(errorEnvelope('bad_url', error.message));
    },
    clientErrorHandler: brokenHttp.handle,
    skipMiddie: true,
  });
  const fastify = adapter.getInstance();
  processOneRequestAtATime(fastify.server);
  brokenHttp.watch(fastify.server);
  refuseSmallChunks(fastify.server);

  addSecurityHeaders(fastify, settings.BEHIND_TLS, isPublic);
  fastify.decorateRequest('traceparent', '');
  fastify.decorateRequest('maxBodyBytes', undefined);
  fastify.decorateRequest('turnOfBody', undefined);
  fastify.decorateRequest('responded', undefined);
  fastify.decorateRequest('largeReplyOf', undefined);
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    request.responded?.(bytesOf(payload));
    done(null, payload);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    request.traceparent = traceOf(request.headers.traceparent);
    void reply.header('x-request-id', request.id);
    if (request.routeOptions.config.isEndless) request.raw.socket.setTimeout(0);
    // The rest of the request runs inside `done`, also after the body was read.
    withCallerAddress(clientAddress(request), () => withTrace(request.traceparent, done));
  });
  acceptRequests(fastify);
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.authenticatesItself) options.limitUnauthenticated?.(request, reply);
    if (isProtected(request)) await options.authorize(request, reply);
  });
  fastify.addHook('onRoute', (route) => {
    if (route.config?.maxUploadBytes !== undefined) route.bodyLimit = route.config.maxUploadBytes;
    if (route.url.startsWith(API_PREFIX) && !isPublic(route.url)) options.checkRoute?.(route);
  });
  logRequests(fastify, service, logger, metrics);
  endUnreadBodies(fastify);
  acceptOnlyJson(fastify);
  acceptIdempotencyKeys(fastify);
  registerOperationRoutes(fastify, options.dependencies, metrics, options.details);

  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false, // see acceptOnlyJson
  });
  app.setGlobalPrefix(API_PREFIX);
  app.useGlobalPipes(new DtoPipe());
  app.useGlobalFilters(new ErrorEnvelopeFilter(logger));
  await options.document?.(app);
  return app;
}

const PUBLIC_ROUTES = [`${API_PREFIX}/openapi.json`, `${API_PREFIX}/asyncapi.json`, `${API_PREFIX}/docs`];

/** Whether a route serves documentation, which needs no key. */
const isPublic = (route: string): boolean =>
  PUBLIC_ROUTES.some((open) => route === open || route.startsWith(`${open}/`));

/** At least as many as the characters of a text. */
const bytesOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;

function isProtected(request: FastifyRequest): boolean {
  const route = request.routeOptions.url;
  if (route === undefined || !route.startsWith(API_PREFIX)) return false;
  return !request.routeOptions.config.authenticatesItself && !isPublic(route);
}
