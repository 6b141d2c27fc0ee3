import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logging';
import type { Metrics } from '../metrics';
import { clientAddress } from './client-address';

declare module 'fastify' {
  interface FastifyRequest {
    /** the slug of the tenant that the request is about */
    tenantSlug?: string;
    /** in the back office: the id of the caller's account, or `operator` */
    staffId?: string;
    /** the id of the caller's API key, which is not secret */
    keyId?: string;
    /** for a stream that does not end by itself: when the response began */
    respondedAfterMs?: number;
  }
}

const OPERATION_ROUTES = /^\/(health|metrics)/;

/**
 * Logs and counts every request that reached the router. No field contains a text of the client that is unbounded: the
 * route is the pattern of the path, and the request id, the trace and the address have checked forms.
 */
export function logRequests(fastify: FastifyInstance, service: string, logger: Logger, metrics: Metrics): void {
  // No field is secret. Not searching them for secrets saves time.
  const accessLog = logger.child({}, { redact: [] });
  fastify.decorateRequest('respondedAfterMs', undefined);
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.isEndless) request.respondedAfterMs = reply.elapsedTime;
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    // A stream lasts as long as its page is open, which says nothing about the server: its beginning counts.
    const seconds = (request.respondedAfterMs ?? reply.elapsedTime) / 1000;
    metrics.observeRequest(service, request.method, route, reply.statusCode, seconds);
    if (!accessLog.isLevelEnabled('info')) return done();
    if (OPERATION_ROUTES.test(route) && reply.statusCode < 400) return done(); // polled every few seconds
    accessLog.info(
      {
        request_id: request.id,
        traceparent: request.traceparent,
        client: clientAddress(request),
        tenant: request.tenantSlug,
        staff_id: request.staffId,
        key_id: request.keyId,
        method: request.method,
        route,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 100) / 100,
      },
      'request',
    );
    done();
  });
}
