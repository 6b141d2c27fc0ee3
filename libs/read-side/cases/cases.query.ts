import type { CaseStatus } from '@probity/contracts/cases/views';
import { CASE_STATUSES } from '@probity/contracts/cases/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of cases. */
export class CasesQuery extends PageQuery {
  @OptionalChoice(CASE_STATUSES)
  status?: CaseStatus;

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id?: string;
}
