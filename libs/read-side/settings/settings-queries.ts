import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CurrentSettings, SettingsVersion } from '@probity/contracts/settings/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews } from '../views';
import { DEFAULT_SETTINGS, withDefaults } from './default-settings';

const CURRENT = `
  SELECT version, settings FROM back_office.compliance_settings WHERE tenant_id = $1
  ORDER BY version DESC LIMIT 1`;
const CURRENCIES = 'SELECT code FROM back_office.currencies WHERE tenant_id = $1 ORDER BY code';
const VERSIONS = `
  SELECT version, settings, reason, officer, changed_at FROM back_office.compliance_settings WHERE tenant_id = $1`;

/** Reads the compliance settings of tenants. */
export class SettingsQueries {
  constructor(private readonly sql: Sql) {}

  async current(tenantId: string): Promise<CurrentSettings> {
    const { rows } = await this.sql.query<{ version: number; settings: ComplianceSettings }>(CURRENT, [tenantId]);
    const [row] = rows;
    return row
      ? { version: row.version, settings: withDefaults(row.settings) }
      : { version: 0, settings: DEFAULT_SETTINGS };
  }

  /** The codes of the tenant's currencies, in order. The role needs the right to read them. */
  async currencies(tenantId: string): Promise<string[]> {
    const { rows } = await this.sql.query<{ code: string }>(CURRENCIES, [tenantId]);
    return rows.map(({ code }) => code);
  }

  /** All stored versions, newest first, without defaults for fields that were introduced later. */
  versions(tenantId: string, page: Page): Promise<SettingsVersion[]> {
    return listViews(this.sql, VERSIONS, [tenantId], { order: 'version DESC', page });
  }
}
