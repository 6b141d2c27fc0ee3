import { Body, Get, Inject, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AUDIT_SUBJECTS, type AuditSubject } from '@probity/contracts/audit/words';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalText } from '@probity/platform/http/fields/text';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { AuditVerification } from '@probity/contracts/audit/verification';
import { AuditEventView } from '@probity/contracts/audit/views';
import type { Logger } from '@probity/platform/logging';
import { LOGGER } from '@probity/platform/logger.token';
import { sendProgress } from '../streaming/progress-lines';
import { Tenant } from '../tenants/tenant.decorator';
import { OptionalPointInTime } from '../times/point-in-time';
import { timestampOf } from '../times/timestamp';
import { keptOfTenant } from '../verification/kept-checkpoints';
import { VerifyAudit } from './verify-audit';
import { VerifyAuditBody } from './verify-audit.dto';

const MAX_WORD = 100;
const MAX_ID = 255;

export class AuditQuery extends PageQuery {
  @OptionalChoice(AUDIT_SUBJECTS, { example: 'customer' })
  subject_type?: AuditSubject;

  @OptionalText(MAX_ID, {
    example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081',
    description: 'the id of a customer, alert, case, rule or list',
  })
  subject_id?: string;

  @OptionalText(MAX_ID, {
    example: 'staff:j.smith',
    description: 'an actor, or with no colon a type of actors, such as `institution`',
  })
  actor?: string;

  @OptionalText(MAX_WORD, { example: 'alert.resolved' })
  action?: string;

  @OptionalPointInTime('at or after this time')
  since?: string;

  @OptionalPointInTime('before this time')
  until?: string;
}

@ApiController('Audit', 'tenants/:slug/audit')
export class AuditController {
  constructor(
    private readonly queries: AuditQueries,
    private readonly verification: VerifyAudit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the audit trail: actor, action, subject, time and reason; newest first',
    permission: 'read_audit',
    list: AuditEventView,
  })
  list(@Tenant() tenant: TenantView, @Query() query: AuditQuery) {
    const { limit, offset, since, until, ...about } = query;
    const filter = { ...about, since: timestampOf(since), until: timestampOf(until) };
    return this.queries.events(tenant.id, { limit, offset }, filter);
  }

  @Post('verification')
  @ApiRoute({
    summary:
      'Compare the audit trail with the events, and the events with the signed log of the notary; returns its progress ' +
      'as lines of JSON',
    permission: 'verify_ledgers',
    status: 200,
    lines: AuditVerification,
  })
  verify(@Tenant() tenant: TenantView, @Body() { checkpoint }: VerifyAuditBody, @Res() reply: FastifyReply): void {
    const replies = this.verification.run(tenant.id, keptOfTenant(tenant.id, checkpoint));
    sendProgress(reply, replies, this.logger, 'a verification of an audit trail failed');
  }
}
