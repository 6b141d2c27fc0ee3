import type { Sql } from '@probity/persistence/database';
import { SettingsQueries } from '../settings/settings-queries';
import { readView } from '../views';

const STATE = `
  SELECT restricted_at IS NOT NULL AS is_restricted FROM customer_risk.customers
  WHERE tenant_id = $1 AND id = $2 AND risk_rating IS NOT NULL`;

/** Whether the personal data of a customer may be shown; undefined when the tenant has no such customer. */
export const readAccess = (
  sql: Sql,
  tenantId: string,
  customerId: string,
): Promise<{ is_restricted: boolean } | undefined> => readView(sql, STATE, [tenantId, customerId]);

/** The currency in which the amounts of a tenant are compared; null: there is none. */
export async function referenceCurrency(sql: Sql, tenantId: string): Promise<string | null> {
  const { settings } = await new SettingsQueries(sql).current(tenantId);
  return settings.monitoring.reference_currency;
}
