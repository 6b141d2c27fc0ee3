import { Inject, Injectable } from '@nestjs/common';
import { installDefaultRules } from '@probity/contracts/monitoring-rules/commands';
import { CommandBus } from '@probity/messaging/command-bus';
import { claim } from '@probity/persistence/claims';
import { Database } from '@probity/persistence/database';
import { found, invalid, type Refusal } from '@probity/platform/errors';
import type { Logger } from '@probity/platform/logging';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import type { TenantView } from '@probity/contracts/tenants/views';
import type { Officer } from '../auth/staff-caller';
import { LOGGER } from '@probity/platform/logger.token';
import { isSlug } from './slug';
import { TenantStream } from './tenant-stream';

const CLAIM_SLUG = `
  INSERT INTO back_office.tenant_slugs (slug, tenant_id) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING`;
const SLUG_OWNER = 'SELECT tenant_id FROM back_office.tenant_slugs WHERE slug = $1';

interface NewTenant {
  slug: string;
  name: string;
  four_eyes: boolean;
  reason: string;
}

@Injectable()
export class Tenants {
  constructor(
    private readonly database: Database,
    private readonly stream: TenantStream,
    private readonly queries: TenantQueries,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param operationId the same when the operation is carried out again
   * @throws Refusal `slug_taken`
   */
  async create({ slug, name, four_eyes, reason }: NewTenant, by: Officer, operationId: string): Promise<TenantView> {
    const { tenant_id } = await claim<{ tenant_id: string }>(
      this.database,
      { text: CLAIM_SLUG, values: [slug, operationId] },
      { text: SLUG_OWNER, values: [slug] },
    );
    const existing = await this.queries.tenantBySlug(slug);
    if (existing) return this.createdBefore(existing, name, operationId);

    const created_at = new Date().toISOString();
    const data = { tenant_id, slug, name, ...(!four_eyes && { four_eyes }), ...by, reason, created_at };
    const created = await this.stream.begin(tenant_id, { id: operationId, type: 'TenantCreated', data });
    if (!created) return this.createdBefore(await this.bySlug(slug), name, operationId);
    await this.installRules(tenant_id, slug);
    return { id: tenant_id, slug, name, created_at };
  }

  /** Returns the tenant if this operation created it in an earlier attempt. */
  private async createdBefore(existing: TenantView, name: string, operationId: string): Promise<TenantView> {
    const { id, slug, created_at } = existing;
    if (!(await this.stream.isBegunBy(id, operationId))) throw slugTaken(slug);
    await this.installRules(id, slug);
    return { id, slug, name, created_at };
  }

  /** Only logs a failure: the pipeline installs missing rules when it first needs them. */
  private async installRules(tenant_id: string, slug: string): Promise<void> {
    try {
      await this.commands.send(installDefaultRules, { tenant_id, actor: 'system' });
    } catch (err) {
      this.logger.warn({ err, tenant: slug }, 'the default monitoring rules of a new tenant are not installed yet');
    }
  }

  /** @throws Refusal `not_found` */
  async bySlug(slug: string): Promise<TenantView> {
    return found('tenant', slug, isSlug(slug) ? await this.queries.tenantBySlug(slug) : undefined);
  }
}

const slugTaken = (slug: string): Refusal => invalid('slug_taken', `slug "${slug}" is already used by another tenant`);
