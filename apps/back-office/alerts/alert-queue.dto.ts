import { Matches } from 'class-validator';
import { MAX_TAGS, TAG_PATTERN } from '@probity/contracts/alerts/words';
import { Matching, OptionalChoice, OptionalFlag } from '@probity/platform/http/fields/choice';
import { Field, OptionalField } from '@probity/platform/http/fields/field';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { rule } from '@probity/platform/http/fields/rule';
import { AlertFilterQuery } from '@probity/read-side/alerts/alerts.query';
import { ReasonBody } from '../staff/decision.dto';
import { POINT_IN_TIME } from '../times/timestamp';

const ASSIGNEE = /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const ASSIGNEE_RULE = 'must be me, none, or the id of an account of staff';
const TAG = new RegExp(TAG_PATTERN);
const TAG_RULE = 'must be 1 to 50 lower-case letters, digits, hyphens and underscores';

export const QUEUE_PARTS = ['overdue', 'snoozed'] as const;

/** The query parameters of the queue of alerts. */
export class AlertQueueQuery extends AlertFilterQuery {
  @OptionalField(
    { type: 'string', pattern: ASSIGNEE.source, example: 'me', description: 'who works on it; `none`: unassigned' },
    Matches(ASSIGNEE, { message: `assignee ${ASSIGNEE_RULE}` }),
  )
  assignee?: string;

  @OptionalChoice(QUEUE_PARTS, {
    description: '`overdue`: only alerts that are past due. `snoozed`: only these; without it, they are left out',
  })
  only?: (typeof QUEUE_PARTS)[number];

  @OptionalField(
    { type: 'string', pattern: TAG_PATTERN, example: 'waits-for-customer' },
    Matches(TAG, { message: `tag ${TAG_RULE}` }),
  )
  tag?: string;

  @OptionalUuid({
    example: '6ba7b810-9dad-51d1-80b4-00c04fd430c8',
    description: 'only alerts of this group, also alerts that are put off',
  })
  group?: string;
}

export class AssignAlertBody {
  @Matching(ASSIGNEE, `assignee ${ASSIGNEE_RULE}`, {
    example: 'me',
    description: '`none`: its member of staff hands it back',
  })
  assignee: string;

  @OptionalFlag({ description: 'true: only if no other member of staff has it' })
  if_unassigned?: boolean | null;
}

export class SnoozeAlertBody extends ReasonBody {
  @Field(
    {
      type: 'string',
      pattern: `^now$|${POINT_IN_TIME.source}`,
      example: '2026-12-01T08:00:00Z',
      description: 'a day or a time after now, and at most 366 days after it; `now` ends the snooze',
    },
    Matches(new RegExp(`^now$|${POINT_IN_TIME.source}`), {
      message:
        'until must be now, or a day or a time with its offset from UTC, such as 2026-12-01 or 2026-12-01T08:00:00Z',
    }),
  )
  until: string;
}

export class TagAlertBody {
  @Field(
    {
      type: 'array',
      items: { type: 'string', pattern: TAG_PATTERN },
      maxItems: MAX_TAGS,
      example: ['waits-for-customer'],
    },
    rule('isTags', (value, field) => {
      if (!Array.isArray(value)) return `${field} must be a list of strings`;
      if (value.length > MAX_TAGS) return `${field} must have at most ${MAX_TAGS} items`;
      const wrong = value.findIndex((tag) => typeof tag !== 'string' || !TAG.test(tag));
      return wrong === -1 ? undefined : `${field}[${wrong}] ${TAG_RULE}`;
    }),
  )
  tags: string[];
}
