import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { addAlertsToCase, addCaseNote, closeCase, openCase } from '@probity/contracts/cases/commands';
import { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { CasesQuery } from '@probity/read-side/cases/cases.query';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { Tenant } from '../tenants/tenant.decorator';
import { AddAlertsBody, CaseNoteBody, CloseCaseBody, OpenCaseBody } from './case.dto';

@ApiTag('Cases')
@Controller('tenants/:slug/cases')
export class CasesController {
  constructor(
    private readonly queries: CaseQueries,
    private readonly commands: CommandBus,
  ) {}

  @Post()
  @ApiRoute({ summary: 'Open an investigation of a customer, which groups alerts of its', data: CaseDetail })
  async open(
    @Tenant() tenant: TenantView,
    @Body() { customer_id, title, alert_ids, reason, officer }: OpenCaseBody,
  ): Promise<Envelope<CaseDetail>> {
    const about = { tenant_id: tenant.id, case_id: newId(), customer_id: customer_id.toLowerCase(), officer };
    const request = { ...about, title, reason, alert_ids: lowerCase(alert_ids) };
    return ok(await this.commands.send(openCase, request));
  }

  @Get()
  @ApiRoute({ summary: "List a tenant's cases, newest first", list: CaseView })
  async list(@Tenant() tenant: TenantView, @Query() query: CasesQuery): Promise<Envelope<CaseView[]>> {
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.cases(tenant.id, { limit, offset }, filter));
  }

  @Get(':caseId')
  @ApiRoute({ summary: 'Read a case with everything that was said and done in it', data: CaseDetail })
  async read(@Tenant() tenant: TenantView, @Param('caseId', UuidPipe) caseId: string): Promise<Envelope<CaseDetail>> {
    const found = await this.queries.case(tenant.id, caseId);
    if (!found) throw notFound('case', caseId);
    return ok(found);
  }

  @Post(':caseId/alerts')
  @ApiRoute({ summary: 'Add alerts of the same customer to a case', status: 200, data: CaseDetail })
  async addAlerts(
    @Tenant() tenant: TenantView,
    @Param('caseId', UuidPipe) caseId: string,
    @Body() { alert_ids, reason, officer }: AddAlertsBody,
  ): Promise<Envelope<CaseDetail>> {
    const request = { tenant_id: tenant.id, case_id: caseId, alert_ids: lowerCase(alert_ids), reason, officer };
    return ok(await this.commands.send(addAlertsToCase, request));
  }

  @Post(':caseId/notes')
  @ApiRoute({ summary: 'Add a note to a case', status: 200, data: CaseDetail })
  async addNote(
    @Tenant() tenant: TenantView,
    @Param('caseId', UuidPipe) caseId: string,
    @Body() { note, officer }: CaseNoteBody,
  ): Promise<Envelope<CaseDetail>> {
    const request = { tenant_id: tenant.id, case_id: caseId, note, officer };
    return ok(await this.commands.send(addCaseNote, request));
  }

  @Post(':caseId/close')
  @ApiRoute({ summary: 'Close a case; its alerts stay what they are', status: 200, data: CaseDetail })
  async close(
    @Tenant() tenant: TenantView,
    @Param('caseId', UuidPipe) caseId: string,
    @Body() { outcome, reason, officer }: CloseCaseBody,
  ): Promise<Envelope<CaseDetail>> {
    const request = { tenant_id: tenant.id, case_id: caseId, outcome, reason, officer };
    return ok(await this.commands.send(closeCase, request));
  }
}

/** Ids are stored in lower case; two that differ in nothing else are one. */
const lowerCase = (ids: string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
