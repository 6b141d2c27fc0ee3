import { Body, Get, Post, Query } from '@nestjs/common';
import { addAlertsToCase, addCaseNote, closeCase, openCase } from '@probity/contracts/cases/commands';
import { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { CasesQuery } from '@probity/read-side/cases/cases.query';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { AddAlertsBody, CaseNoteBody, CloseCaseBody, OpenCaseBody } from './case.dto';
import { By, type Officer } from '../auth/staff-caller';
import { FourEyes } from '../proposals/four-eyes';
import { type Review, UnderReview } from '../proposals/review';

@ApiController('Cases', 'tenants/:slug/cases')
export class CasesController {
  constructor(
    private readonly queries: CaseQueries,
    private readonly commands: CommandBus,
    private readonly fourEyes: FourEyes,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Open a case about a customer; a case groups alerts of the customer',
    permission: 'work_on_cases',
    data: CaseDetail,
    refusals: ['alert_in_other_case', 'alert_not_of_customer'],
  })
  open(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Body() { customer_id, title, alert_ids, reason }: OpenCaseBody,
  ) {
    const about = { tenant_id: tenant.id, case_id: newId(), customer_id: customer_id.toLowerCase(), ...by };
    return this.commands.send(openCase, { ...about, title, reason, alert_ids: lowerCase(alert_ids) });
  }

  @Get()
  @ApiRoute({ summary: "List a tenant's cases, newest first", permission: 'read_customers', list: CaseView })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: CasesQuery) {
    return this.queries.cases(tenant.id, { limit, offset }, filter);
  }

  @Get(':caseId')
  @ApiRoute({ summary: 'Read a case with its alerts and history', permission: 'read_customers', data: CaseDetail })
  async read(@Tenant() tenant: TenantView, @Id('caseId') caseId: string) {
    return found('case', caseId, await this.queries.case(tenant.id, caseId));
  }

  @Post(':caseId/alerts')
  @ApiRoute({
    summary: 'Add alerts of the same customer to a case',
    permission: 'work_on_cases',
    status: 200,
    data: CaseDetail,
    refusals: ['case_closed', 'alert_in_other_case', 'alert_not_of_customer'],
  })
  addAlerts(
    @Tenant() tenant: TenantView,
    @Id('caseId') caseId: string,
    @By() by: Officer,
    @Body() { alert_ids, reason }: AddAlertsBody,
  ) {
    const request = { tenant_id: tenant.id, case_id: caseId, alert_ids: lowerCase(alert_ids), reason, ...by };
    return this.commands.send(addAlertsToCase, request);
  }

  @Post(':caseId/notes')
  @ApiRoute({
    summary: 'Add a note to a case',
    permission: 'work_on_cases',
    status: 200,
    data: CaseDetail,
    refusals: ['case_closed'],
  })
  addNote(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('caseId') caseId: string,
    @Body() { note }: CaseNoteBody,
  ) {
    return this.commands.send(addCaseNote, { tenant_id: tenant.id, case_id: caseId, note, ...by });
  }

  @Post(':caseId/close')
  @ApiRoute({
    summary: 'Close a case; the status of its alerts does not change',
    permission: 'decide',
    status: 200,
    data: CaseDetail,
    reviewed: true,
    refusals: ['case_closed'],
  })
  async close(
    @Tenant() tenant: TenantView,
    @Id('caseId') caseId: string,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() { outcome, reason }: CloseCaseBody,
  ) {
    const { status, alert_ids, entries } = found('case', caseId, await this.queries.case(tenant.id, caseId));
    const pending = await this.fourEyes.review(review, tenant, {
      action: 'close_case',
      subject: ['case', caseId],
      summary: `close the case as ${outcome}`,
      reason,
      needed: () => false,
      state: { status, alert_ids, entries: entries.length },
      shown: { status },
    });
    if (pending) return pending;
    return this.commands.send(closeCase, { tenant_id: tenant.id, case_id: caseId, outcome, reason, ...by });
  }
}

/** Ids are stored in lower case; two ids that differ only in case are the same. */
const lowerCase = (ids: string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
