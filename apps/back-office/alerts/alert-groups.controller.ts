import { Body, Get, Post, Query } from '@nestjs/common';
import { AlertGroup, DecidedTogether } from '@probity/contracts/alerts/group-views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { found, invalid } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { PageQuery } from '@probity/platform/http/page.dto';
import { AlertGroups } from '@probity/read-side/alerts/alert-groups';
import { By, type Officer } from '../auth/staff-caller';
import { type Review, UnderReview } from '../proposals/review';
import { Tenant } from '../tenants/tenant.decorator';
import { DecideTogether } from './alerts-together';
import { DecideTogetherBody } from './alerts-together.dto';

const WRONG_RESOLUTION: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'resolution must be absent when decision is dismiss',
  when: 'resolution is missing when decision is resolve, or given when it is dismiss',
};

/** Alerts of several customers about the same, and decisions on several alerts. */
@ApiController('Alerts', 'tenants/:slug/alerts')
export class AlertGroupsController {
  constructor(
    private readonly groups: AlertGroups,
    private readonly together: DecideTogether,
  ) {}

  @Get('groups')
  @ApiRoute({
    summary: 'List groups of active alerts about the same party and list entry, the largest first',
    description:
      'A party is a counterparty, related party or beneficial owner with one name. Each customer keeps its own alert. ' +
      '`GET …/alerts/queue?group=<id>` lists the alerts of a group.',
    permission: 'read_customers',
    list: AlertGroup,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.groups.list(tenant.id, page);
  }

  @Get('groups/:groupId')
  @ApiRoute({ summary: 'Read a group of active alerts', permission: 'read_customers', data: AlertGroup })
  async read(@Tenant() tenant: TenantView, @Id('groupId') groupId: string) {
    return found('group of active alerts', groupId, await this.groups.group(tenant.id, groupId));
  }

  @Post('decide')
  @ApiRoute({
    summary: 'Close several alerts with one decision and one reason; each gets a decision of its own',
    description:
      'Returns 200 also when alerts need a second person: they wait in one proposal, which `proposal_id` names. ' +
      'Repeating the request decides nothing twice.',
    permission: 'decide',
    status: 200,
    data: DecidedTogether,
    reviewed: true,
    refusals: ['not_decided', WRONG_RESOLUTION],
  })
  decide(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @UnderReview() review: Review,
    @Body() body: DecideTogetherBody,
  ) {
    if ((body.decision === 'resolve') !== (body.resolution !== undefined && body.resolution !== null)) {
      const rule = body.decision === 'resolve' ? 'is required' : 'must be absent';
      throw invalid('invalid_field', `resolution ${rule} when decision is ${body.decision}`);
    }
    return this.together.decide(tenant, by, review, body);
  }
}
