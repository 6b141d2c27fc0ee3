import { Matches } from 'class-validator';
import { ALLOW_LIST_STATUSES, type AllowListStatus, MAX_ALLOWED_DAYS } from '@probity/contracts/allow-list/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { Field } from '@probity/platform/http/fields/field';
import { OptionalUuid, Uuid } from '@probity/platform/http/fields/uuid';
import { PageQuery } from '@probity/platform/http/page.dto';
import { ReasonBody } from '../staff/decision.dto';
import { POINT_IN_TIME } from '../times/timestamp';

/** The query parameters of the allow-list. */
export class AllowListQuery extends PageQuery {
  @OptionalChoice(ALLOW_LIST_STATUSES)
  status?: AllowListStatus;

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id?: string;

  @OptionalUuid({ example: '6ba7b810-9dad-51d1-80b4-00c04fd430c8' })
  alert_id?: string;
}

export class AllowCounterpartyBody extends ReasonBody {
  @Uuid({
    example: '6ba7b810-9dad-51d1-80b4-00c04fd430c8',
    description: 'the alert about the match of the counterparty with the list entry',
  })
  alert_id: string;

  @Field(
    {
      type: 'string',
      pattern: POINT_IN_TIME.source,
      example: '2027-06-30',
      description: `when it ends: a day or a time after now, and at most ${MAX_ALLOWED_DAYS} days after it`,
    },
    Matches(POINT_IN_TIME, {
      message: 'until must be a day or a time with its offset from UTC, such as 2027-06-30 or 2027-06-30T08:00:00Z',
    }),
  )
  until: string;
}
