import { Body, Get, Post, Query } from '@nestjs/common';
import { NoticeView } from '@probity/contracts/notices/views';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { NoticesQuery } from '@probity/read-side/notices/notices.query';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { NOTICE_SETTLED, SettleNotice } from './settle-notice';
import { By, type Officer } from '../auth/staff-caller';

@ApiController('Notices', 'tenants/:slug/notices')
export class TenantNoticesController {
  constructor(
    private readonly queries: NoticeQueries,
    private readonly settling: SettleNotice,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List the notices of a tenant and the notices about all tenants, newest first',
    permission: 'read_configuration',
    list: NoticeView,
  })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: NoticesQuery) {
    return this.queries.notices(tenant.id, { limit, offset }, filter);
  }

  @Post(':noticeId/settle')
  @ApiRoute({
    summary: 'Settle a notice of a tenant; it opens again when its cause is seen again',
    permission: 'settle_notices',
    status: 200,
    data: NoticeView,
    refusals: [NOTICE_SETTLED],
  })
  settle(
    @Tenant() tenant: TenantView,
    @Id('noticeId') noticeId: string,
    @By() by: Officer,
    @Body() reason: ReasonBody,
  ) {
    return this.settling.run(tenant.id, noticeId, by, reason);
  }
}
