import { Body, Get, Post, Put, Query } from '@nestjs/common';
import { documentWork } from '@probity/activity-reports/document-work';
import { TEMPLATE_FIELDS, tryTemplate } from '@probity/activity-reports/templates/report-by-template';
import { ReportTemplateDetail, ReportTemplateView, TemplatePreview } from '@probity/contracts/report-templates/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { ReportTemplateQueries } from '@probity/read-side/report-templates/template-queries';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import {
  AddReportTemplateBody,
  ChangeReportTemplateBody,
  PreviewTemplateBody,
  TemplateVersionQuery,
} from './report-template.dto';
import { isSame, refuseOther, SaveTemplate } from './save-template';

const NAMED = ['report_template_exists', 'report_template_invalid'] as const;

/** Templates for documents of reports, in formats that an authority asks for. */
@ApiController('Report templates', 'tenants/:slug/report-templates')
export class ReportTemplatesController {
  constructor(
    private readonly queries: ReportTemplateQueries,
    private readonly templates: SaveTemplate,
    private readonly operations: KeyedOperations,
    private readonly fourEyes: FourEyes,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the templates that can be used, by name',
    permission: 'read_configuration',
    list: ReportTemplateView,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.templates(tenant.id, page);
  }

  @Get(':templateId')
  @ApiRoute({
    summary: 'Read a template with its text, also an earlier version or a removed one',
    permission: 'read_configuration',
    data: ReportTemplateDetail,
  })
  async read(@Tenant() tenant: TenantView, @Id('templateId') id: string, @Query() { version }: TemplateVersionQuery) {
    return found('report template', id, await this.queries.template(tenant.id, id, version));
  }

  @Get(':templateId/versions')
  @ApiRoute({
    summary: 'List every version of a template with its officer and reason, newest first',
    permission: 'read_configuration',
    list: ReportTemplateView,
  })
  versions(@Tenant() tenant: TenantView, @Id('templateId') id: string, @Query() page: PageQuery) {
    return this.queries.versions(tenant.id, id, page);
  }

  @Post('preview')
  @ApiRoute({
    summary: 'Try a template with an example report, without saving it',
    permission: 'configure_compliance',
    status: 200,
    data: TemplatePreview,
    idempotency: 'none',
  })
  async preview(@Tenant() tenant: TenantView, @Body() { template, media_type }: PreviewTemplateBody) {
    const written = await documentWork(() => Promise.resolve(tryTemplate(template, media_type)), tenant.id);
    return { problems: written.problems ?? [], document: written.document ?? null, fields: TEMPLATE_FIELDS };
  }

  @Post()
  @ApiRoute({
    summary: 'Add a template; if two people are needed for settings, this proposes it',
    permission: 'configure_compliance',
    data: ReportTemplateDetail,
    reviewed: true,
    refusals: [...NAMED, 'too_many_report_templates'],
  })
  async add(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { reason, ...content }: AddReportTemplateBody,
  ) {
    await this.templates.refuseInvalid(tenant, content);
    if (review.mustPropose) await this.templates.refuseUnnamed(tenant.id, content.name);
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'change_settings',
      subject: ['settings', tenant.id],
      summary: `add the report template "${content.name}"`,
      reason,
      needed: ({ settings }) => settings,
      state: null,
      shown: { report_template: { before: null, after: content } },
    });
    if (pending) return pending;
    return this.operations.ofRequest({ content }, ({ content }, id) =>
      this.templates.add(tenant.id, id, content, { ...by, reason }),
    );
  }

  @Put(':templateId')
  @ApiRoute({
    summary: 'Change a template: it then has this content, as a new version',
    permission: 'configure_compliance',
    data: ReportTemplateDetail,
    reviewed: true,
    refusals: [...NAMED, 'report_template_changed', 'report_template_removed'],
  })
  async change(
    @Tenant() tenant: TenantView,
    @Id('templateId') id: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { reason, expected_version: seen, ...content }: ChangeReportTemplateBody,
  ) {
    const before = await this.templates.current(tenant.id, id);
    if (!isSame(before, content)) {
      refuseOther(before, seen);
      await this.templates.refuseInvalid(tenant, content);
      const { name, media_type, extension, version, sha256 } = before;
      const pending = await this.fourEyes.review(review, tenant, {
        action: 'change_settings',
        subject: ['settings', tenant.id],
        summary: `change the report template "${name}"`,
        reason,
        needed: ({ settings }) => settings,
        state: { template_id: id, version },
        shown: { report_template: { before: { name, media_type, extension, version, sha256 }, after: content } },
      });
      if (pending) return pending;
    }
    return this.templates.change(tenant.id, id, seen, content, { ...by, reason });
  }

  @Post(':templateId/remove')
  @ApiRoute({
    summary: 'Remove a template; its versions stay readable, and what was exported stays',
    permission: 'configure_compliance',
    status: 200,
    data: ReportTemplateDetail,
    reviewed: true,
  })
  async remove(
    @Tenant() tenant: TenantView,
    @Id('templateId') id: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { reason }: ReasonBody,
  ) {
    const { name, version, removed_at } = found('report template', id, await this.queries.template(tenant.id, id));
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'change_settings',
      subject: ['settings', tenant.id],
      summary: `remove the report template "${name}"`,
      reason,
      needed: ({ settings }) => settings && removed_at === null,
      state: { template_id: id, version },
      shown: { report_template: { before: { name, version }, after: null } },
    });
    if (pending) return pending;
    return this.operations.ofRequest({}, () => this.templates.remove(tenant.id, id, { ...by, reason }));
  }
}
