import { Flag } from '@probity/platform/http/fields/choice';
import { Field } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';
import { ReasonBody } from '../staff/decision.dto';
import { timestampOf } from '../times/timestamp';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export class EraseCustomerBody extends ReasonBody {
  @Field(
    {
      type: 'string',
      format: 'date',
      example: '2026-02-28',
      description:
        'the day on which the relationship with the customer ended, not in the future; the retention counts from it',
    },
    rule('isDay', (value, field) =>
      typeof value === 'string' && DAY.test(value) && timestampOf(value) !== undefined
        ? undefined
        : `${field} must be a calendar date in the form YYYY-MM-DD, such as 2026-02-28`,
    ),
  )
  relationship_ended_on: string;
}

export class RunRetentionBody extends ReasonBody {
  @Flag({ example: true, description: 'true: only report what a run would do' })
  dry_run: boolean;
}
