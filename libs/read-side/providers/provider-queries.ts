import type { ProviderView } from '@probity/contracts/providers/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';

const PROVIDERS = `
  SELECT id, plugin, plugin_version, stages, status, version, configuration, secrets, officer, updated_at
  FROM pipeline.providers WHERE tenant_id = $1`;

/** Reads of the providers of a tenant, without their secrets. */
export class ProviderQueries {
  constructor(private readonly sql: Sql) {}

  /** By the name of their plugin. */
  providers(tenantId: string, page: Page): Promise<ProviderView[]> {
    return listViews(this.sql, PROVIDERS, [tenantId], { order: 'plugin', page });
  }

  provider(tenantId: string, plugin: string): Promise<ProviderView | undefined> {
    return readView(this.sql, `${PROVIDERS} AND plugin = $2`, [tenantId, plugin]);
  }
}
