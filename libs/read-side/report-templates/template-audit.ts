import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';

export type TemplateEvent = RecordedEvent &
  Extract<TenantEvent, { type: 'ReportTemplateSaved' | 'ReportTemplateRemoved' }>;

/** The audit entry of an event of a template of reports. */
export function templateAudit(event: TemplateEvent): AuditEntry {
  const { template_id, version } = event.data;
  const about = { subject_type: 'settings' as const, subject_id: template_id, actor: officerActor(event.data) };
  if (event.type === 'ReportTemplateRemoved') {
    const { removed_at: at } = event.data;
    return auditOf(event, { ...about, action: 'settings.report_template_removed', data: { version }, at });
  }
  const { name, media_type, extension, sha256, saved_at: at } = event.data;
  const data = { version, name, media_type, extension, sha256 };
  return auditOf(event, { ...about, action: 'settings.report_template_saved', data, at });
}
