import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

type Verified = RecordedEvent & Extract<TenantEvent, { type: 'LedgerVerified' }>;

const INSERT = `
  INSERT INTO back_office.ledger_verifications
    (id, tenant_id, ledger_id, checked, total, verified, head, broken, officer, verified_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`;

/** Stores the outcome of a verification that staff started. */
export async function projectVerification(sql: Sql, { id, data }: Verified): Promise<void> {
  const { tenant_id, ledger_id, checked, total, verified, head, broken, officer, verified_at } = data;
  const outcome = [checked, total, verified, JSON.stringify(head), broken && JSON.stringify(broken)];
  await sql.query(INSERT, [id, tenant_id, ledger_id, ...outcome, officer, verified_at]);
}
