import { SYSTEM } from '@probity/contracts/staff/officer';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';

type Verified = RecordedEvent & Extract<TenantEvent, { type: 'LedgerVerified' | 'AuditTrailVerified' }>;
type LedgerVerified = Extract<Verified, { type: 'LedgerVerified' }>;

const INSERT = `
  INSERT INTO back_office.ledger_verifications
    (id, tenant_id, ledger_id, checked, total, verified, head, broken, officer, officer_id, verified_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`;
const PUT_LAST = `
  INSERT INTO back_office.last_verifications (kind, tenant_id, subject_id, verified, verified_at)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (kind, tenant_id, subject_id) DO UPDATE SET verified = excluded.verified, verified_at = excluded.verified_at`;

/** Stores the outcome of a verification. */
export async function projectVerification(sql: Sql, event: Verified): Promise<void> {
  const { tenant_id, verified, verified_at } = event.data;
  if (event.type === 'AuditTrailVerified') {
    await sql.query(PUT_LAST, ['audit_trail', tenant_id, tenant_id, verified, verified_at]);
    return;
  }
  await insert(sql, event);
  if (counts(event)) await sql.query(PUT_LAST, ['ledger', tenant_id, event.data.ledger_id, verified, verified_at]);
}

/**
 * Whether Probity takes the outcome for its own last one. One of staff with a problem may come from a checkpoint that they
 * gave, so Probity looks itself.
 */
const counts = ({ data: { officer_id, verified } }: LedgerVerified): boolean => officer_id === SYSTEM || verified;

async function insert(sql: Sql, { id, data }: LedgerVerified): Promise<void> {
  const { tenant_id, ledger_id, checked, total, verified, head, broken, officer, officer_id, verified_at } = data;
  const outcome = [checked, total, verified, JSON.stringify(head), broken && JSON.stringify(broken)];
  await sql.query(INSERT, [id, tenant_id, ledger_id, ...outcome, officer, officer_id, verified_at]);
}
