import type { Resolution } from '@probity/contracts/alerts/events';
import { MAX_TOGETHER } from '@probity/contracts/alerts/group-views';
import { RESOLUTIONS } from '@probity/contracts/alerts/words';
import { Choice, OptionalChoice } from '@probity/platform/http/fields/choice';
import { Uuids } from '@probity/platform/http/fields/uuid';
import { ReasonBody } from '../staff/decision.dto';

export const DECISIONS_TOGETHER = ['dismiss', 'resolve'] as const;

export class DecideTogetherBody extends ReasonBody {
  @Uuids(1, MAX_TOGETHER, { example: ['6ba7b810-9dad-51d1-80b4-00c04fd430c8'] })
  alert_ids: string[];

  @Choice(DECISIONS_TOGETHER, { description: '`dismiss`: the alerts are false positives' })
  decision: (typeof DECISIONS_TOGETHER)[number];

  @OptionalChoice(RESOLUTIONS, { description: 'how they are resolved; required for `resolve`, and only for it' })
  resolution?: Resolution;
}
