import { Body, Get, Post, Query } from '@nestjs/common';
import { NoticeView } from '@probity/contracts/notices/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import { NoticesQuery } from '@probity/read-side/notices/notices.query';
import { DecisionBody } from '../staff/decision.dto';
import { NOTICE_SETTLED, SettleNotice } from './settle-notice';

/** Notices that concern all tenants. */
@ApiController('Notices', 'notices')
export class NoticesController {
  constructor(
    private readonly queries: NoticeQueries,
    private readonly settling: SettleNotice,
  ) {}

  @Get()
  @ApiRoute({ summary: 'List notices that concern all tenants, newest first', list: NoticeView })
  list(@Query() { limit, offset, ...filter }: NoticesQuery) {
    return this.queries.notices(null, { limit, offset }, filter);
  }

  @Post(':noticeId/settle')
  @ApiRoute({
    summary: 'Settle a notice that concerns all tenants; it opens again when its cause is seen again',
    status: 200,
    data: NoticeView,
    refusals: [NOTICE_SETTLED],
  })
  settle(@Id('noticeId') noticeId: string, @Body() decision: DecisionBody) {
    return this.settling.run(null, noticeId, decision);
  }
}
