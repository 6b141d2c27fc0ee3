import {
  ALERT_STREAM_PREFIX,
  AlertDismissed as dismissed,
  AlertRaised as raised,
  AlertResolved as resolved,
} from '../alerts/events';
import { factsOf } from '../declaration/fact';
import { ALERT_EVENTS } from '../topics';

const alertFact = factsOf({ service: 'customer-risk', prefix: ALERT_STREAM_PREFIX, topic: ALERT_EVENTS });
const rest = { summary: '', example: {} as never, exampleId: '' };
export const AlertRaised = alertFact('AlertRaised', { data: raised, ...rest });
export const AlertResolved = alertFact('AlertResolved', { data: resolved, ...rest });
export const AlertDismissed = alertFact('AlertDismissed', { data: dismissed, ...rest });
