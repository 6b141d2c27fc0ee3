import type { MaintenanceStarted, OperatorUseEvent } from '@probity/contracts/staff/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, officerActor, recordAudits } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';

export type RecordedOperatorUse = RecordedEvent & OperatorUseEvent;

/** Reading these tells nothing about people, so the audit trail of the tenant does not show it. */
const NOT_OF_THE_TENANT: readonly string[] = ['read_tenant', 'read_configuration', 'read_audit', 'read_platform'];

/** Each use, and each maintenance, is one entry of the audit trail; one seen again changes nothing. */
export async function projectOperatorUses(sql: Sql, events: RecordedOperatorUse[]): Promise<void> {
  const own = events.filter(({ isForeign }) => !isForeign);
  await recordAudits(sql, 'back_office', own.map(audited));
}

function audited(event: RecordedOperatorUse): AuditEntry {
  if (event.type === 'MaintenanceStarted') return maintenance(event);
  const { use_id, request, permission, address, used_at: at } = event.data;
  const about = { subject_type: 'staff_account' as const, subject_id: 'operator' };
  const data = { use_id, request, permission, address };
  const tenant_id = NOT_OF_THE_TENANT.includes(permission) ? null : event.data.tenant_id;
  return auditOf(event, { ...about, action: 'operator_token.used', actor: 'staff:operator', tenant_id, data, at });
}

function maintenance(event: RecordedEvent & { data: MaintenanceStarted }): AuditEntry {
  const { work, letter, started_at: at } = event.data;
  const about = { subject_type: 'installation' as const, subject_id: 'installation' };
  return auditOf(event, {
    ...about,
    action: `installation.${work}`,
    actor: officerActor(event.data),
    data: { ...letter },
    at,
  });
}

export const OPERATOR_USE_AUDIT = auditedBy(TRAILS.back_office, audited);
