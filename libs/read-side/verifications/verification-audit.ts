import { SYSTEM } from '@probity/contracts/staff/officer';
import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';

type Verified = RecordedEvent & Extract<TenantEvent, { type: 'LedgerVerified' | 'AuditTrailVerified' }>;

/**
 * The audit entry of a verification. One that Probity started has an entry only if something did not verify: no person acted,
 * and thousands of ledgers would hide what people did.
 */
export function verificationAudit(event: Verified): AuditEntry | undefined {
  if (event.type === 'AuditTrailVerified') {
    const { tenant_id: subject_id, verified, problems, first, verified_at: at } = event.data;
    const subject = { subject_type: 'tenant' as const, subject_id, action: 'tenant.audit_trail_verified' };
    return verified
      ? undefined
      : auditOf(event, { ...subject, actor: SYSTEM, data: { verified, problems, first }, at });
  }
  const { ledger_id: subject_id, officer_id, checked, total, verified, head, broken, verified_at: at } = event.data;
  if (officer_id === SYSTEM && verified) return undefined;
  const subject = { subject_type: 'ledger' as const, subject_id, action: 'ledger.verified' };
  return auditOf(event, {
    ...subject,
    actor: officerActor(event.data),
    data: { checked, total, verified, head, broken },
    at,
  });
}
