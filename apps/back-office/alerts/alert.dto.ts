import type { Resolution } from '@probity/contracts/alerts/events';
import { RESOLUTIONS } from '@probity/contracts/alerts/words';
import { Choice } from '@probity/platform/http/fields/choice';
import { DecisionBody } from '../staff/decision.dto';

export class ResolveAlertBody extends DecisionBody {
  @Choice(RESOLUTIONS, {
    description:
      '`confirmed_match`: the customer is the listed one, and sanctioned if the list is one of sanctions; ' +
      '`reported`: reported to the authorities; `handled`: anything else',
  })
  resolution: Resolution;
}
