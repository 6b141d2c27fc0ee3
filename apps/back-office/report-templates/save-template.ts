import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { documentWork } from '@probity/activity-reports/document-work';
import { tryTemplate } from '@probity/activity-reports/templates/report-by-template';
import type { ReportTemplateDetail } from '@probity/contracts/report-templates/views';
import { MAX_TEMPLATES } from '@probity/contracts/report-templates/words';
import type { TenantView } from '@probity/contracts/tenants/views';
import { found, invalid } from '@probity/platform/errors';
import { TimeSource } from '@probity/platform/time-source';
import { ReportTemplateQueries } from '@probity/read-side/report-templates/template-queries';
import type { Officer } from '../auth/staff-caller';
import { TenantStream } from '../tenants/tenant-stream';

export type TemplateContent = Pick<ReportTemplateDetail, 'name' | 'media_type' | 'extension' | 'template'>;
type SaidBy = Officer & { reason: string };

/** Adds, changes and removes templates of a tenant: each change is an event in the stream of the tenant. */
@Injectable()
export class SaveTemplate {
  constructor(
    private readonly stream: TenantStream,
    private readonly queries: ReportTemplateQueries,
    private readonly time: TimeSource,
  ) {}

  /** @throws Refusal `report_template_invalid` with each problem */
  async refuseInvalid(tenant: TenantView, { template, media_type }: TemplateContent): Promise<void> {
    const { problems } = await documentWork(() => Promise.resolve(tryTemplate(template, media_type)), tenant.id);
    if (problems) throw invalid('report_template_invalid', problems.join('; '));
  }

  /** @throws Refusal `not_found`, `report_template_removed` */
  async current(tenantId: string, templateId: string): Promise<ReportTemplateDetail> {
    const template = found('report template', templateId, await this.queries.template(tenantId, templateId));
    if (template.removed_at === null) return template;
    throw invalid('report_template_removed', `the template "${template.name}" was removed at ${template.removed_at}`);
  }

  /** @throws Refusal `report_template_exists`, `too_many_report_templates` */
  async refuseUnnamed(tenantId: string, name: string, templateId?: string): Promise<void> {
    const others = await this.queries.templates(tenantId, { limit: MAX_TEMPLATES, offset: 0 });
    const isTaken = others.some((one) => one.name === name && one.template_id !== templateId);
    if (isTaken) throw invalid('report_template_exists', `another template of the tenant is called "${name}"`);
    if (templateId !== undefined || others.length < MAX_TEMPLATES) return;
    throw invalid('too_many_report_templates', `the tenant has ${MAX_TEMPLATES} templates; remove one first`);
  }

  /** Adds the template, unless an earlier attempt with the same id did. */
  async add(tenantId: string, id: string, content: TemplateContent, by: SaidBy): Promise<ReportTemplateDetail> {
    await this.stream.append(tenantId, async () => {
      if (await this.queries.template(tenantId, id)) return undefined;
      await this.refuseUnnamed(tenantId, content.name);
      return this.saved(tenantId, id, 1, content, by);
    });
    return this.read(tenantId, id);
  }

  /** @throws Refusal `report_template_changed` unless it has the version, or this content already */
  async change(
    tenantId: string,
    id: string,
    expected: number,
    content: TemplateContent,
    by: SaidBy,
  ): Promise<ReportTemplateDetail> {
    await this.stream.append(tenantId, async () => {
      const before = await this.current(tenantId, id);
      if (isSame(before, content)) return undefined;
      refuseOther(before, expected);
      await this.refuseUnnamed(tenantId, content.name, id);
      return this.saved(tenantId, id, before.version + 1, content, by);
    });
    return this.read(tenantId, id);
  }

  /** Removes the template, unless it is removed. Its versions stay readable. */
  async remove(tenantId: string, id: string, by: SaidBy): Promise<ReportTemplateDetail> {
    await this.stream.append(tenantId, async () => {
      const { version, removed_at } = await this.read(tenantId, id);
      if (removed_at !== null) return undefined;
      const data = { tenant_id: tenantId, template_id: id, version, ...by, removed_at: this.now() };
      return { type: 'ReportTemplateRemoved', data };
    });
    return this.read(tenantId, id);
  }

  private saved(tenant_id: string, template_id: string, version: number, content: TemplateContent, by: SaidBy) {
    const { name, media_type, extension, template } = content;
    const sha256 = createHash('sha256').update(template, 'utf8').digest('hex');
    const said = { name, media_type, extension, sha256, template };
    const data = { tenant_id, template_id, version, ...said, ...by, saved_at: this.now() };
    return { type: 'ReportTemplateSaved' as const, data };
  }

  private async read(tenantId: string, id: string): Promise<ReportTemplateDetail> {
    return found('report template', id, await this.queries.template(tenantId, id));
  }

  private now = (): string => this.time.now().toISOString();
}

export const isSame = (before: TemplateContent, after: TemplateContent): boolean =>
  (['name', 'media_type', 'extension', 'template'] as const).every((field) => before[field] === after[field]);

export function refuseOther({ template_id, version }: ReportTemplateDetail, seen: number): void {
  if (version === seen) return;
  const what = `expected_version is ${seen}, but template ${template_id} has version ${version}`;
  throw invalid('report_template_changed', `${what}; read it and decide again`);
}
