import { REPORT_STATUSES, type ReportStatus } from '@probity/contracts/activity-reports/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of reports. */
export class ReportsQuery extends PageQuery {
  @OptionalChoice(REPORT_STATUSES)
  status?: ReportStatus;

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  case_id?: string;

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id?: string;
}
