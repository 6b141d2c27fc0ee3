import { NOTICE_KINDS, NOTICE_STATUSES, type NoticeKind, type NoticeStatus } from '@probity/contracts/notices/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';

/** Which notices are asked for, in the query of a request. */
export class NoticesQuery extends PageQuery {
  @OptionalChoice(NOTICE_STATUSES)
  status?: NoticeStatus;

  @OptionalChoice(NOTICE_KINDS)
  kind?: NoticeKind;
}
