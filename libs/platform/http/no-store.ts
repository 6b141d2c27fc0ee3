import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** whether intermediaries must not store any response of the route, including errors; see ApiRoute */
    noStore?: boolean;
  }
}

/** Adds `Cache-Control: no-store` to every response of routes with `noStore`, including early rejections. */
export function markUncached(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.config.noStore) void reply.header('cache-control', 'no-store');
    done();
  });
}
