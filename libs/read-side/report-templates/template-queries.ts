import type { ReportTemplateDetail, ReportTemplateView } from '@probity/contracts/report-templates/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { listViews, readView } from '../views';

const COLUMNS = 'template_id, version, name, media_type, extension, sha256, reason, officer, saved_at, removed_at';
const LIST = `
  SELECT * FROM (
    SELECT DISTINCT ON (template_id) ${COLUMNS} FROM back_office.report_templates
    WHERE tenant_id = $1 AND removed_at IS NULL ORDER BY template_id, version DESC) AS current
  WHERE true`;
const VERSIONS = `
  SELECT ${COLUMNS} FROM back_office.report_templates WHERE tenant_id = $1 AND template_id = $2`;
const GET = `
  SELECT ${COLUMNS}, template FROM back_office.report_templates
  WHERE tenant_id = $1 AND template_id = $2 AND ($3::int IS NULL OR version = $3)
  ORDER BY version DESC LIMIT 1`;

/** Reads templates of reports. Every query is restricted to one tenant. */
export class ReportTemplateQueries {
  constructor(private readonly sql: Sql) {}

  /** The newest version of each template that was not removed, by name. */
  templates(tenantId: string, page: Page): Promise<ReportTemplateView[]> {
    return listViews(this.sql, LIST, [tenantId], { order: 'name, template_id', page });
  }

  /** Newest first. */
  versions(tenantId: string, templateId: string, page: Page): Promise<ReportTemplateView[]> {
    return listViews(this.sql, VERSIONS, [tenantId, templateId], { order: 'version DESC', page });
  }

  /** Also a removed one. @param version undefined: the newest */
  template(tenantId: string, templateId: string, version?: number): Promise<ReportTemplateDetail | undefined> {
    return readView(this.sql, GET, [tenantId, templateId, version ?? null]);
  }
}
