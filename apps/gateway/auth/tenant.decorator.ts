import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The tenant that the API key belongs to. */
export interface Tenant {
  id: string;
  slug: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    tenant?: Tenant;
  }
}

/** Injects the id of the caller's tenant. Handlers have no other way to get it. */
export const TenantId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { tenant } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!tenant) throw new Error('a route without authorisation asked for its tenant');
  return tenant.id;
});
