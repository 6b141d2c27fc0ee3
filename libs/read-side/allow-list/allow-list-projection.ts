import type { AllowListEntryAdded, AllowListEntryEnded } from '@probity/contracts/allow-list/events';
import type { Sql } from '@probity/persistence/database';

const INSERT = `
  INSERT INTO customer_risk.allow_list_entries (id, tenant_id, customer_id, alert_id, counterparty, matched_name, list,
    entry_id, alert_type, fingerprint, until, reason, added_by, added_by_id, added_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (id) DO NOTHING`;
const END = `
  UPDATE customer_risk.allow_list_entries SET ended_at = $2, ended_by = $3, ended_by_id = $4, end_reason = $5
  WHERE id = $1 AND ended_at IS NULL`;

export async function insertAllowListEntry(sql: Sql, added: AllowListEntryAdded): Promise<void> {
  await sql.query(INSERT, [
    added.allow_list_entry_id,
    added.tenant_id,
    added.customer_id,
    added.alert_id,
    added.counterparty,
    added.matched_name,
    added.list,
    added.entry_id,
    added.alert_type,
    added.fingerprint,
    added.until,
    added.reason,
    added.officer,
    added.officer_id,
    added.added_at,
  ]);
}

export async function markAllowListEntryEnded(sql: Sql, ended: AllowListEntryEnded): Promise<void> {
  const { allow_list_entry_id, ended_at, officer, officer_id, reason } = ended;
  await sql.query(END, [allow_list_entry_id, ended_at, officer, officer_id, reason]);
}
