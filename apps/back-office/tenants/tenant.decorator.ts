import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import type { TenantView } from '@probity/contracts/tenants/views';
import { Tenants } from './tenants';

@Injectable()
class TenantBySlug implements PipeTransform<string, Promise<TenantView>> {
  constructor(private readonly tenants: Tenants) {}

  transform(slug: string): Promise<TenantView> {
    return this.tenants.bySlug(slug);
  }
}

/** Injects the tenant in the path; an unknown tenant is rejected with `not_found`. */
export const Tenant = (): ParameterDecorator => Param('slug', TenantBySlug);
