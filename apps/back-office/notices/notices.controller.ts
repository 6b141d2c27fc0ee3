import { Body, Get, Post, Query } from '@nestjs/common';
import { NoticeView } from '@probity/contracts/notices/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { NoticesQuery } from '@probity/read-side/notices/notices.query';
import { ReasonBody } from '../staff/decision.dto';
import { NOTICE_SETTLED, SettleNotice } from './settle-notice';
import { By, type Officer } from '../auth/staff-caller';

/** Notices that concern all tenants. */
@ApiController('Notices', 'notices')
export class NoticesController {
  constructor(
    private readonly queries: NoticeQueries,
    private readonly settling: SettleNotice,
  ) {}

  @Get()
  @ApiRoute({
    summary: 'List notices that concern all tenants, newest first',
    permission: 'read_platform_notices',
    list: NoticeView,
  })
  list(@Query() { limit, offset, ...filter }: NoticesQuery) {
    return this.queries.notices(null, { limit, offset }, filter);
  }

  @Post(':noticeId/settle')
  @ApiRoute({
    summary: 'Settle a notice that concerns all tenants; it opens again when its cause is seen again',
    permission: 'read_platform_notices',
    status: 200,
    data: NoticeView,
    refusals: [NOTICE_SETTLED],
  })
  settle(@Id('noticeId') noticeId: string, @By() by: Officer, @Body() reason: ReasonBody) {
    return this.settling.run(null, noticeId, by, reason);
  }
}
