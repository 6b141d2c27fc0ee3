import type { Sql } from '@probity/persistence/database';
import type { TemplateEvent } from './template-audit';

const INSERT = `
  INSERT INTO back_office.report_templates (template_id, tenant_id, version, name, media_type, extension, sha256,
    template, reason, officer, saved_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;
const REMOVE = `
  UPDATE back_office.report_templates SET removed_at = $3 WHERE tenant_id = $1 AND template_id = $2`;

/** Keeps every version: what a document was made with stays readable. */
export async function projectReportTemplate(sql: Sql, event: TemplateEvent): Promise<void> {
  const { tenant_id, template_id, version, officer, reason } = event.data;
  if (event.type === 'ReportTemplateRemoved') {
    await sql.query(REMOVE, [tenant_id, template_id, event.data.removed_at]);
    return;
  }
  const { name, media_type, extension, sha256, template, saved_at } = event.data;
  const said = [name, media_type, extension, sha256];
  await sql.query(INSERT, [template_id, tenant_id, version, ...said, template, reason, officer, saved_at]);
}
