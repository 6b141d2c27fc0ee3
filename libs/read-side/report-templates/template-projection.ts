import type { TenantEvent } from '@probity/contracts/tenants/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { auditOf, officerActor, recordAudit } from '../audit/audit-entry';

type TemplateEvent = RecordedEvent & Extract<TenantEvent, { type: 'ReportTemplateSaved' | 'ReportTemplateRemoved' }>;

const INSERT = `
  INSERT INTO back_office.report_templates (template_id, tenant_id, version, name, media_type, extension, sha256,
    template, reason, officer, saved_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const REMOVE = `
  UPDATE back_office.report_templates SET removed_at = $3 WHERE tenant_id = $1 AND template_id = $2`;

/** Keeps every version: what a document was made with stays readable. */
export async function projectReportTemplate(sql: Sql, event: TemplateEvent): Promise<void> {
  const { tenant_id, template_id, version, officer, reason } = event.data;
  const audited = {
    subject_type: 'settings' as const,
    subject_id: template_id,
    actor: officerActor(event.data),
    reason,
  };
  if (event.type === 'ReportTemplateRemoved') {
    const { removed_at: at } = event.data;
    await sql.query(REMOVE, [tenant_id, template_id, at]);
    const entry = { ...audited, action: 'settings.report_template_removed', data: { version }, at };
    await recordAudit(sql, 'back_office', auditOf(event, entry));
    return;
  }
  const { name, media_type, extension, sha256, template, saved_at: at } = event.data;
  const said = [name, media_type, extension, sha256];
  await sql.query(INSERT, [template_id, tenant_id, version, ...said, template, reason, officer, at]);
  const data = { version, name, media_type, extension, sha256 };
  await recordAudit(
    sql,
    'back_office',
    auditOf(event, { ...audited, action: 'settings.report_template_saved', data, at }),
  );
}
