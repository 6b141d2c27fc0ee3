import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalText } from '@probity/platform/http/text.decorators';
import { AuditQueries, type AuditEventView } from '@probity/read-side/audit/audit-queries';
import { Tenants } from '../tenants/tenants';
import { OptionalPointInTime } from '../times/point-in-time';
import { timestampOf } from '../times/timestamp';

export class AuditQuery extends PageQuery {
  @ApiPropertyOptional({ example: 'customer', maxLength: 100 })
  @OptionalText(100)
  subject_type?: string;

  @ApiPropertyOptional({ description: 'id of a customer, an alert, a case, a rule, a list', maxLength: 255 })
  @OptionalText(255)
  subject_id?: string;

  @ApiPropertyOptional({ example: 'staff:j.smith', maxLength: 255 })
  @OptionalText(255)
  actor?: string;

  @ApiPropertyOptional({ example: 'alert.resolved', maxLength: 100 })
  @OptionalText(100)
  action?: string;

  @OptionalPointInTime('from this time on')
  since?: string;

  @OptionalPointInTime('before this time')
  until?: string;
}

@Controller('tenants/:slug/audit')
@ApiTags('Audit')
@ApiBearerAuth()
export class AuditController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: AuditQueries,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Who did what to whom, when and why; newest first' })
  async list(@Param('slug') slug: string, @Query() query: AuditQuery): Promise<Envelope<AuditEventView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    const { limit, offset, since, until, ...about } = query;
    const filter = { ...about, since: timestampOf(since), until: timestampOf(until) };
    return ok(await this.queries.events(tenant.id, { limit, offset }, filter));
  }
}
