import type { Resolution } from '@probity/contracts/alerts/events';
import { RESOLUTIONS } from '@probity/contracts/alerts/words';
import { Choice } from '@probity/platform/http/fields/choice';
import { ReasonBody } from '../staff/decision.dto';

export class ResolveAlertBody extends ReasonBody {
  @Choice(RESOLUTIONS, {
    description:
      '`confirmed_match`: the customer is the listed party; it is sanctioned if the list is a sanctions list; ' +
      '`reported`: you reported it to the authorities; `escalated`: you handed it on, for example to an authority ' +
      'that decides; `handled`: any other resolution',
  })
  resolution: Resolution;
}
