import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** no response of the route may be stored, with any status; see ApiRoute */
    noStore?: boolean;
  }
}

/** Marks every response of the routes that are noStore, refusals before the handler included. */
export function markUncached(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.config.noStore) void reply.header('cache-control', 'no-store');
    done();
  });
}
