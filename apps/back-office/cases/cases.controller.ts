import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { addAlertsToCase, addCaseNote, closeCase, openCase } from '@probity/contracts/cases/commands';
import type { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { CaseQueries } from '@probity/read-side/cases/case-queries';
import { Tenants } from '../tenants/tenants';
import { AddAlertsBody, CaseNoteBody, CasesQuery, CloseCaseBody, OpenCaseBody } from './case.dto';

@Controller('tenants/:slug/cases')
@ApiTags('Cases')
@ApiBearerAuth()
export class CasesController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: CaseQueries,
    private readonly commands: CommandBus,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Open an investigation of a customer, which groups alerts of its' })
  async open(
    @Param('slug') slug: string,
    @Body() { customer_id, title, alert_ids, reason, officer }: OpenCaseBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CaseDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const about = { tenant_id: tenant.id, case_id: newId(), customer_id: customer_id.toLowerCase(), officer };
    const request = { ...about, title, reason, alert_ids: lowerCase(alert_ids) };
    return ok(await this.commands.send(openCase, request, traceparent));
  }

  @Get()
  @ApiOperation({ summary: "List a tenant's cases, newest first" })
  async list(@Param('slug') slug: string, @Query() query: CasesQuery): Promise<Envelope<CaseView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.cases(tenant.id, { limit, offset }, filter));
  }

  @Get(':caseId')
  @ApiOperation({ summary: 'Read a case with everything that was said and done in it' })
  async read(@Param('slug') slug: string, @Param('caseId', UuidPipe) caseId: string): Promise<Envelope<CaseDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const found = await this.queries.case(tenant.id, caseId);
    if (!found) throw notFound('case', caseId);
    return ok(found);
  }

  @Post(':caseId/alerts')
  @HttpCode(200)
  @ApiOperation({ summary: 'Add alerts of the same customer to a case' })
  async addAlerts(
    @Param('slug') slug: string,
    @Param('caseId', UuidPipe) caseId: string,
    @Body() { alert_ids, reason, officer }: AddAlertsBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CaseDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const request = { tenant_id: tenant.id, case_id: caseId, alert_ids: lowerCase(alert_ids), reason, officer };
    return ok(await this.commands.send(addAlertsToCase, request, traceparent));
  }

  @Post(':caseId/notes')
  @HttpCode(200)
  @ApiOperation({ summary: 'Add a note to a case' })
  async addNote(
    @Param('slug') slug: string,
    @Param('caseId', UuidPipe) caseId: string,
    @Body() { note, officer }: CaseNoteBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CaseDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const request = { tenant_id: tenant.id, case_id: caseId, note, officer };
    return ok(await this.commands.send(addCaseNote, request, traceparent));
  }

  @Post(':caseId/close')
  @HttpCode(200)
  @ApiOperation({ summary: 'Close a case; its alerts stay what they are' })
  async close(
    @Param('slug') slug: string,
    @Param('caseId', UuidPipe) caseId: string,
    @Body() { outcome, reason, officer }: CloseCaseBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<CaseDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const request = { tenant_id: tenant.id, case_id: caseId, outcome, reason, officer };
    return ok(await this.commands.send(closeCase, request, traceparent));
  }
}

/** Ids are stored in lower case; two that differ in nothing else are one. */
const lowerCase = (ids: string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
