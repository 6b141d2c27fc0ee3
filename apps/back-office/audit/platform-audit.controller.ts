import { Get, Query } from '@nestjs/common';
import { AuditEventView } from '@probity/contracts/audit/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { AuditQueries } from '@probity/read-side/audit/audit-queries';
import { timestampOf } from '../times/timestamp';
import { AuditQuery } from './audit.controller';

/** What concerns no tenant, such as platform operators and uses of the operator token; and shared lists and notices. */
@ApiController('Audit', 'audit')
export class PlatformAuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Get()
  @ApiRoute({
    summary: 'List the entries of the audit trail that concern no single tenant, newest first',
    permission: 'read_platform_audit',
    list: AuditEventView,
  })
  list(@Query() { limit, offset, since, until, ...about }: AuditQuery) {
    const filter = { ...about, since: timestampOf(since), until: timestampOf(until) };
    return this.queries.platformEvents({ limit, offset }, filter);
  }
}
