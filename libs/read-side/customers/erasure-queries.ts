import type { CustomerErasure } from '@probity/contracts/erasure/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { SettingsQueries } from '../settings/settings-queries';
import { listViews, readView, readViews } from '../views';
import { retainedUntil } from './retention';

const COLUMNS = `
  SELECT id AS customer_id, CASE WHEN erased_at IS NULL THEN 'restricted' ELSE 'erased' END AS status,
    relationship_ended_on::text, restricted_at AS requested_at, erased_at
  FROM customer_risk.customers WHERE tenant_id = $1 AND restricted_at IS NOT NULL`;
const OF = `${COLUMNS} AND id = $2`;
/**
 * Of the erased customers, only new ones: a process that still had the key may have written rows after the erasure, so
 * it is repeated.
 */
const TO_ERASE = `
  ${COLUMNS} AND (erased_at IS NULL OR erased_at > $2) AND (relationship_ended_on, id) > ($3::date, $4)
  ORDER BY customers.relationship_ended_on, id LIMIT $5`;

type Row = Omit<CustomerErasure, 'retained_until'>;

/** Where a reader of the customers to erase continues. */
export interface ErasurePlace {
  relationship_ended_on: string;
  customer_id: string;
}
export const FIRST_PLACE: ErasurePlace = {
  relationship_ended_on: '0001-01-01',
  customer_id: '00000000-0000-0000-0000-000000000000',
};
const REPEATED_FOR_MS = 86_400_000;

/** Reads the erasures of a tenant. */
export class ErasureQueries {
  constructor(private readonly sql: Sql) {}

  async erasure(tenantId: string, customerId: string): Promise<CustomerErasure | undefined> {
    const row = await readView<Row>(this.sql, OF, [tenantId, customerId]);
    return row && withEnd(row, await this.years(tenantId));
  }

  /** Those whose relationship ended first come first. */
  async erasures(tenantId: string, page: Page): Promise<CustomerErasure[]> {
    const rows = await listViews<Row>(this.sql, COLUMNS, [tenantId], {
      order: 'customers.relationship_ended_on, id',
      page,
    });
    const years = await this.years(tenantId);
    return rows.map((row) => withEnd(row, years));
  }

  /** The next customers to erase, or to erase again, after a place. */
  async toErase(tenantId: string, after: ErasurePlace, now: Date, limit: number): Promise<CustomerErasure[]> {
    const since = new Date(now.getTime() - REPEATED_FOR_MS);
    const values = [tenantId, since, after.relationship_ended_on, after.customer_id, limit];
    const rows = await readViews<Row>(this.sql, TO_ERASE, values);
    const years = await this.years(tenantId);
    return rows.map((row) => withEnd(row, years));
  }

  /** The retention of customers of the tenant, in years after the end of the relationship. */
  async years(tenantId: string): Promise<number> {
    return (await new SettingsQueries(this.sql).current(tenantId)).settings.retention.customer_years;
  }
}

const withEnd = (row: Row, years: number): CustomerErasure => {
  const { customer_id, status, relationship_ended_on, requested_at, erased_at } = row;
  const retained_until = status === 'erased' ? null : retainedUntil(relationship_ended_on, years);
  return { customer_id, status, relationship_ended_on, retained_until, requested_at, erased_at };
};
