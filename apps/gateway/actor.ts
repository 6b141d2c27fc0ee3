import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '@probity/contracts/staff/officer';

declare module 'fastify' {
  interface FastifyRequest {
    /** authorisation sets it */
    key?: { id: string; label: string | null };
  }
}

/** Injects the API key of the request as the actor of a command; its name is the label. */
export const ByKey = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { key } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!key) throw new Error('a route without authorisation asked for its key');
  return { actor: `institution:${key.id}`, ...(key.label !== null && { actor_name: key.label }) };
});
