import { Injectable } from '@nestjs/common';
import { WrongExpectedRevision } from '@probity/event-store/event-store';
import { claim } from '@probity/persistence/claims';
import { Database } from '@probity/persistence/database';
import { invalid, type Refusal, notFound } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { TenantQueries, type TenantView } from '@probity/read-side/tenants/tenant-queries';
import { isSlug } from './slug';
import { TenantStream } from './tenant-stream';

const CLAIM_SLUG = `
  INSERT INTO back_office.tenant_slugs (slug, tenant_id) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING`;
const SLUG_OWNER = 'SELECT tenant_id FROM back_office.tenant_slugs WHERE slug = $1';

@Injectable()
export class Tenants {
  constructor(
    private readonly database: Database,
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
  ) {}

  /** @throws Refusal `invalid` when the slug is taken */
  async create(slug: string, name: string, traceparent: string): Promise<TenantView> {
    const { tenant_id } = await claim<{ tenant_id: string }>(
      this.database,
      { text: CLAIM_SLUG, values: [slug, newId()] },
      { text: SLUG_OWNER, values: [slug] },
    );
    if (await this.queries.tenantBySlug(slug)) throw slugTaken(slug);

    const created_at = new Date().toISOString();
    try {
      const data = { tenant_id, slug, name, created_at };
      await this.stream.begin(tenant_id, { type: 'TenantCreated', data }, traceparent);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw slugTaken(slug);
      throw error;
    }
    return { id: tenant_id, slug, name, created_at };
  }

  /** @throws Refusal `not_found` */
  async bySlug(slug: string): Promise<TenantView> {
    const tenant = isSlug(slug) ? await this.queries.tenantBySlug(slug) : undefined;
    if (!tenant) throw notFound('tenant', slug);
    return tenant;
  }
}

const slugTaken = (slug: string): Refusal => invalid('slug_taken', `slug "${slug}" is already used by another tenant`);
