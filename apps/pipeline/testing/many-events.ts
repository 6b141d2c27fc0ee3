import type { Database } from '@probity/persistence/database';

/** Puts many transactions of one account reference into the inbox. Without `customer_id` they wait for a customer. */
export async function manyEvents(
  owner: Database,
  {
    tenant_id,
    account_ref,
    customer_id = null,
  }: { tenant_id: string; account_ref: string; customer_id?: string | null },
  count: number,
  status: 'unresolved' | 'pending',
): Promise<void> {
  await owner.query(
    `INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, customer_id, status, due_at, received_at)
     SELECT gen_random_uuid(), $1, 'transaction',
       json_build_object('transaction_id', gen_random_uuid(), 'account_ref', $2::text, 'amount', '10', 'currency', 'USD',
         'direction', 'inbound'),
       coalesce('customer:' || $3::uuid, 'account_ref:' || $1::uuid || ':' || $2::text), $3::uuid, $4, now(), now()
     FROM generate_series(1, $5)`,
    [tenant_id, account_ref, customer_id, status, count],
  );
}
