import { Body, Get, Post } from '@nestjs/common';
import { draftReport } from '@probity/contracts/activity-reports/commands';
import { ReportableTransaction } from '@probity/contracts/activity-reports/facts';
import { ReportDetail } from '@probity/contracts/activity-reports/views';
import { MAX_REPORTED_EVENTS } from '@probity/contracts/activity-reports/words';
import type { TenantView } from '@probity/contracts/tenants/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { ReportFactsQueries } from '@probity/read-side/activity-reports/report-facts';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { By, type Officer } from '../auth/staff-caller';
import { Tenant } from '../tenants/tenant.decorator';
import { DraftedReports } from './drafted-reports';
import { contentOf, DraftReportBody } from './report.dto';

/** Where reports of suspicious activity begin: in a case. */
@ApiController('Reports', 'tenants/:slug/cases/:caseId')
export class CaseReportsController {
  constructor(
    private readonly cases: CaseQueries,
    private readonly facts: ReportFactsQueries,
    private readonly drafted: DraftedReports,
    private readonly commands: CommandBus,
  ) {}

  @Get('reportable-transactions')
  @ApiRoute({
    summary: 'List transactions that a report of the case can include: those behind its alerts, then the newest',
    permission: 'read_customers',
    list: ReportableTransaction,
  })
  async reportable(@Tenant() tenant: TenantView, @Id('caseId') caseId: string) {
    const { customer_id, alert_ids } = found('case', caseId, await this.cases.case(tenant.id, caseId));
    return this.facts.candidates(tenant.id, customer_id, alert_ids, MAX_REPORTED_EVENTS);
  }

  @Post('reports')
  @ApiRoute({
    summary: 'Draft a report about the customer of a case',
    permission: 'work_on_cases',
    data: ReportDetail,
    refusals: ['report_not_approved', 'report_discarded'],
  })
  async draft(
    @Tenant() tenant: TenantView,
    @Id('caseId') caseId: string,
    @By() by: Officer,
    @Body() { reason, replaces, ...body }: DraftReportBody,
  ) {
    const { customer_id } = found('case', caseId, await this.cases.case(tenant.id, caseId));
    const content = contentOf(body);
    await this.drafted.refuseForeign(tenant.id, customer_id, content);
    return this.commands.send(draftReport, {
      ...{ tenant_id: tenant.id, report_id: newId(), case_id: caseId, reason, ...by },
      ...content,
      ...(replaces && { replaces: replaces.toLowerCase() }),
    });
  }
}
