import type { Sql } from '@probity/persistence/database';
import { notFound } from '@probity/platform/errors';
import { reportOfRestricted } from '@probity/read-side/activity-reports/report-of-restricted';

/** The lock keeps an erasure from beginning before the event of the report is on the read side. */
const SHOWN = `
  SELECT restricted_at IS NOT NULL AS is_restricted, erased_at IS NOT NULL AS is_erased FROM customer_risk.customers
  WHERE tenant_id = $1 AND id = $2 FOR SHARE`;

type Shown = { is_restricted: boolean; is_erased: boolean };

interface OfCustomer {
  tenant_id: string;
  customer_id: string;
  report_id: string;
}

/**
 * Call this in the transaction that projects an event of a report: an erasure of its customer then waits, and overwrites
 * what was projected, or it was faster, and nothing is projected any more.
 *
 * @param mustBeShown whether the event has personal data of the customer, which must not be restricted then
 * @throws Refusal `not_found` when the customer was erased, `report_incomplete` when it is restricted
 */
export async function refuseErased(
  sql: Sql,
  { tenant_id, customer_id, report_id }: OfCustomer,
  mustBeShown = false,
): Promise<void> {
  const { rows } = await sql.query<Shown & Record<string, unknown>>(SHOWN, [tenant_id, customer_id]);
  const customer = rows[0];
  if (!customer || customer.is_erased) throw notFound('customer', customer_id);
  if (mustBeShown && customer.is_restricted) throw reportOfRestricted(report_id);
}
