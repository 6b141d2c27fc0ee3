import { Injectable } from '@nestjs/common';
import type { NoticeView } from '@probity/contracts/notices/views';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { NoticeBoard } from '@probity/notices/notice-board';
import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { found } from '@probity/platform/errors';
import { NoticeQueries } from '@probity/read-side/notices/notice-queries';
import type { ReasonBody } from '../staff/decision.dto';
import type { Officer } from '../auth/staff-caller';

export const NOTICE_SETTLED: DocumentedRefusal = {
  code: 'notice_settled',
  message: 'the notice was settled at 2026-03-02T14:05:00.000Z by staff:Jane Doe. No changes were made.',
  when: 'the notice is not open',
};

/** Settles notices for officers. */
@Injectable()
export class SettleNotice {
  constructor(
    private readonly board: NoticeBoard,
    private readonly queries: NoticeQueries,
    private readonly operations: KeyedOperations,
  ) {}

  /**
   * @param tenantId null for a notice that concerns all tenants
   * @throws Refusal `not_found`, `notice_settled`
   */
  run(tenantId: string | null, noticeId: string, by: Officer, { reason }: ReasonBody): Promise<NoticeView> {
    return this.operations.ofRequest({}, async (_given, operationId) => {
      await this.board.settleAs(by, tenantId, noticeId, reason, operationId);
      return found('notice', noticeId, await this.queries.notice(tenantId, noticeId));
    });
  }
}
