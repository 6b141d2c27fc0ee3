import { RouteConfig } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** no answer of the route may be kept, whatever its status */
    noStore?: boolean;
  }
}

/** A route whose answers must not be kept by anybody between the product and the client. */
export const NoStore = (): MethodDecorator => RouteConfig({ noStore: true });

/** Marks every answer of the routes that are NoStore, refusals before the handler included. */
export function markUncached(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, _payload, done) => {
      if (request.routeOptions.config.noStore) void reply.header('cache-control', 'no-store');
      done();
    });
}
