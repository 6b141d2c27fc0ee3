import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { TenantLimits } from '@probity/contracts/limits/limits';

/** The tenant that the API key belongs to. */
export interface Tenant {
  id: string;
  slug: string;
  limits: TenantLimits;
}

declare module 'fastify' {
  interface FastifyRequest {
    tenant?: Tenant;
  }
}

/** Injects the id of the caller's tenant. Handlers have no other way to get it. */
export const TenantId = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string => tenantOf(context).id,
);

/** Injects the limits of the caller's tenant. */
export const Limits = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TenantLimits => tenantOf(context).limits,
);

function tenantOf(context: ExecutionContext): Tenant {
  const { tenant } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!tenant) throw new Error('a route without authorisation asked for its tenant');
  return tenant;
}
