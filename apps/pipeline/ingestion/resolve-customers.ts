import type { Sql } from '@probity/persistence/database';
import { type CustomerReference, referenceSubject } from './event-reference';

/** If several customers have the same reference, the newest one gets the event: accounts move to new customers. */
export const RESOLVE = `
  SELECT DISTINCT r.subject, c.customer_id
  FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) AS r (subject, tenant_id, kind, value),
  LATERAL (
    (SELECT a.customer_id FROM customer_risk.customer_account_refs a
      WHERE r.kind = 'account_ref' AND a.tenant_id = r.tenant_id AND a.account_ref = r.value
      ORDER BY a.created_at DESC, a.customer_id DESC LIMIT 1)
    UNION ALL
    (SELECT c.id FROM customer_risk.customers c
      WHERE r.kind = 'external_id' AND c.tenant_id = r.tenant_id AND c.external_id = r.value
      ORDER BY c.created_at DESC, c.id DESC LIMIT 1)
    UNION ALL
    (SELECT c.id FROM customer_risk.customers c
      WHERE r.kind = 'email' AND c.tenant_id = r.tenant_id AND c.email_key = r.value
      ORDER BY c.created_at DESC, c.id DESC LIMIT 1)
    UNION ALL
    (SELECT c.id FROM customer_risk.customers c
      WHERE c.tenant_id = r.tenant_id AND c.id = CASE WHEN r.kind = 'customer_id' THEN r.value::uuid END
        AND c.erased_at IS NULL)
  ) AS c`;

/** The customers with the references; the keys are the references' subjects. */
export async function resolveCustomers(sql: Sql, references: CustomerReference[]): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ subject: string; customer_id: string }>(RESOLVE, distinctValues(references));
  return new Map(rows.map(({ subject, customer_id }) => [subject, customer_id]));
}

/** The parameters of RESOLVE. */
export function distinctValues(references: CustomerReference[]): string[][] {
  const distinct = new Map(references.map((reference) => [referenceSubject(reference), reference]));
  const wanted = [...distinct.values()];
  return [
    [...distinct.keys()],
    wanted.map(({ tenant_id }) => tenant_id),
    wanted.map(({ kind }) => kind),
    wanted.map(({ value }) => value),
  ];
}
