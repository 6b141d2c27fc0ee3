import { Body, Get, Patch, Post, Query } from '@nestjs/common';
import { documentWork } from '@probity/activity-reports/document-work';
import { exportReport } from '@probity/activity-reports/export-report';
import { exportByTemplate } from '@probity/activity-reports/templates/report-by-template';
import {
  approveReport,
  changeReport,
  discardReport,
  fileReport,
  recordReportExport,
  recordTemplateExport,
} from '@probity/contracts/activity-reports/commands';
import { ExportedReport, ReportDetail, ReportPreview, ReportView } from '@probity/contracts/activity-reports/views';
import { TemplateExport } from '@probity/contracts/report-templates/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { ReportQueries } from '@probity/read-side/activity-reports/report-queries';
import { ReportsQuery } from '@probity/read-side/activity-reports/reports.query';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { decisionIn, type Review, reviewedIn, UnderReview } from '../proposals/review';
import { TemplateExportBody } from '../report-templates/report-template.dto';
import { SaveTemplate } from '../report-templates/save-template';
import { Tenant } from '../tenants/tenant.decorator';
import { DraftedReports } from './drafted-reports';
import { ChangeReportBody, contentOf, DecideOnReportBody, ExportReportBody, FileReportBody } from './report.dto';
import { WRONG_DAY } from '../times/day';

/** Reports of suspicious activity, from the draft to the reference of the authority. */
@ApiController('Reports', 'tenants/:slug/reports')
export class ReportsController {
  constructor(
    private readonly queries: ReportQueries,
    private readonly drafted: DraftedReports,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
    private readonly templates: SaveTemplate,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List reports of suspicious activity, newest first',
    permission: 'read_customers',
    list: ReportView,
  })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: ReportsQuery) {
    return this.queries.reports(tenant.id, { limit, offset }, filter);
  }

  @Get(':reportId')
  @ApiRoute({ summary: 'Read a report with its history', permission: 'read_customers', data: ReportDetail })
  read(@Tenant() tenant: TenantView, @Id('reportId') id: string) {
    return this.drafted.report(tenant.id, id);
  }

  @Get(':reportId/preview')
  @ApiRoute({
    summary: 'Read what a report says about the customer and the transactions, and what keeps it from valid goAML',
    permission: 'read_customers',
    data: ReportPreview,
  })
  preview(@Tenant() tenant: TenantView, @Id('reportId') id: string) {
    return this.drafted.preview(tenant.id, id);
  }

  @Patch(':reportId')
  @ApiRoute({
    summary: 'Change the draft of a report: it then has this content',
    permission: 'work_on_cases',
    data: ReportDetail,
    refusals: ['report_approved', 'report_discarded', 'report_changed'],
  })
  async change(
    @Tenant() tenant: TenantView,
    @Id('reportId') id: string,
    @By() by: Officer,
    @Body() { reason, expected_version, ...body }: ChangeReportBody,
  ) {
    const { customer_id } = await this.drafted.report(tenant.id, id);
    const content = contentOf(body);
    await this.drafted.refuseForeign(tenant.id, customer_id, content);
    return this.commands.send(changeReport, { ...about(tenant, id), reason, ...by, ...content, expected_version });
  }

  @Post(':reportId/discard')
  @ApiRoute({
    summary: 'Give the draft of a report up; it stays readable, and no longer changes',
    permission: 'work_on_cases',
    status: 200,
    data: ReportDetail,
    refusals: ['report_approved', 'report_discarded', 'report_changed'],
  })
  async discard(
    @Tenant() tenant: TenantView,
    @Id('reportId') id: string,
    @By() by: Officer,
    @Body() { reason, expected_version: version }: DecideOnReportBody,
  ) {
    await this.drafted.report(tenant.id, id);
    return this.commands.send(discardReport, { ...about(tenant, id), reason, ...by, version });
  }

  @Post(':reportId/approve')
  @ApiRoute({
    summary: 'Approve the draft of a report; if two people are needed, this proposes it',
    description: 'An approved report no longer changes, nor does what it says about the customer and the transactions.',
    permission: 'decide',
    status: 200,
    data: ReportDetail,
    reviewed: true,
    refusals: ['report_approved', 'report_discarded', 'report_changed', 'report_incomplete'],
  })
  async approve(
    @Tenant() tenant: TenantView,
    @Id('reportId') id: string,
    @UnderReview() review: Review,
    @Body() { expected_version: version, reason }: DecideOnReportBody,
  ) {
    const report = await this.drafted.report(tenant.id, id);
    await this.drafted.refuseRestricted(tenant.id, report);
    const facts = await this.drafted.factsNow(tenant.id, report.customer_id, report);
    const { kind, case_id, event_ids, alert_ids } = report;
    // What is approved at once is checked by its command, which knows a repeated request.
    if (review.mustPropose) refuseUnlessProposable(report, version);
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'approve_report',
      subject: ['report', id],
      summary: `approve version ${version} of the report (${kind})`,
      reason,
      needed: ({ reports }) => {
        if (reports) refuseUnlessProposable(report, version);
        return reports;
      },
      state: { version, facts },
      shown: { kind, version, case_id, transactions: event_ids.length, alerts: alert_ids.length },
    });
    if (pending) return pending;
    const decision = { ...decisionIn(review, reason), ...reviewedIn(review) };
    return this.commands.send(approveReport, { ...about(tenant, id), ...decision, version, facts });
  }

  @Post(':reportId/exports')
  @ApiRoute({
    summary: 'Export an approved report; the audit trail records its format and hash before',
    permission: 'export_customers',
    status: 200,
    data: ExportedReport,
    refusals: ['report_not_approved', 'report_discarded', 'report_incomplete'],
  })
  async export(
    @Tenant() tenant: TenantView,
    @Id('reportId') id: string,
    @By() by: Officer,
    @Body() { format, reason }: ExportReportBody,
  ) {
    const exported = await exportReport(format, await this.drafted.approved(tenant.id, id));
    const { sha256, bytes } = exported;
    await this.commands.send(recordReportExport, { ...about(tenant, id), reason, ...by, format, sha256, bytes });
    return exported;
  }

  @Post(':reportId/template-exports')
  @ApiRoute({
    summary: 'Export an approved report with a template; the audit trail records its version and the hash before',
    permission: 'export_customers',
    status: 200,
    data: TemplateExport,
    refusals: ['report_not_approved', 'report_discarded', 'report_template_removed', 'report_template_unsuitable'],
  })
  async exportByTemplate(
    @Tenant() tenant: TenantView,
    @Id('reportId') id: string,
    @By() by: Officer,
    @Body() { template_id, reason }: TemplateExportBody,
  ) {
    const reported = await this.drafted.approved(tenant.id, id);
    const used = await this.templates.current(tenant.id, template_id.toLowerCase());
    const exported = await documentWork(() => Promise.resolve(exportByTemplate(used, reported)), tenant.id);
    const { template, sha256, bytes } = exported;
    await this.commands.send(recordTemplateExport, { ...about(tenant, id), reason, ...by, template, sha256, bytes });
    return exported;
  }

  @Post(':reportId/filing')
  @ApiRoute({
    summary: 'Record that an authority has an approved report, and what it calls the report',
    permission: 'export_customers',
    status: 200,
    data: ReportDetail,
    refusals: ['report_not_approved', 'report_discarded', 'report_filed', WRONG_DAY],
  })
  async file(
    @Tenant() tenant: TenantView,
    @Id('reportId') id: string,
    @By() by: Officer,
    @Body() { reference, filed_on, reason }: FileReportBody,
  ) {
    await this.drafted.report(tenant.id, id);
    return this.commands.send(fileReport, { ...about(tenant, id), reason, ...by, reference, filed_on });
  }
}

const about = ({ id: tenant_id }: TenantView, report_id: string) => ({ tenant_id, report_id });

/** @throws Refusal `report_approved`, `report_discarded`, `report_changed` */
function refuseUnlessProposable({ id, status, version }: ReportDetail, seen: number): void {
  if (status === 'discarded') throw invalid('report_discarded', `report ${id} was discarded; draft a new one`);
  if (status !== 'draft') throw invalid('report_approved', `report ${id} is ${status} and no longer changes`);
  if (version === seen) return;
  throw invalid(
    'report_changed',
    `expected_version is ${seen}, but report ${id} has version ${version}; read it again`,
  );
}
