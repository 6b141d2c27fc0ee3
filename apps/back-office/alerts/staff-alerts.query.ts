import type { Resolution } from '@probity/contracts/alerts/events';
import { RESOLUTIONS } from '@probity/contracts/alerts/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import type { AlertFilter } from '@probity/read-side/alerts/alert-queries';
import { AlertsQuery } from '@probity/read-side/alerts/alerts.query';
import { dayAfter } from '@probity/read-side/insights/alert-days';
import { OptionalDay } from '../times/day';

const MAX_NAME = 255;

/** What staff can filter a list of alerts by: also what the figures count by, so that every figure leads to its alerts. */
export class StaffAlertsQuery extends AlertsQuery {
  @OptionalUuid({ description: 'only alerts of this monitoring rule' })
  rule_id?: string;

  @OptionalUuid({ description: 'only alerts of this case' })
  case_id?: string;

  @NonBlankText(MAX_NAME, { example: 'ofac-sdn', description: 'only matches with entries of this list' })
  list?: string;

  @OptionalChoice(RESOLUTIONS)
  resolution?: Resolution;

  @NonBlankText(MAX_NAME, { description: 'only alerts that this account of staff decided' })
  decided_by?: string;

  @OptionalDay('only alerts that were raised on this day or later')
  raised_from?: string;

  @OptionalDay('only alerts that were raised on this day or earlier')
  raised_to?: string;

  @OptionalDay('only alerts that were decided on this day or later')
  decided_from?: string;

  @OptionalDay('only alerts that were decided on this day or earlier')
  decided_to?: string;
}

/** The filter that a query describes: days become times. */
export function alertFilter({
  raised_from,
  raised_to,
  decided_from,
  decided_to,
  limit: _limit,
  offset: _offset,
  ...same
}: StaffAlertsQuery): AlertFilter {
  return {
    ...same,
    raised: { from: raised_from, before: raised_to && dayAfter(raised_to) },
    decided: { from: decided_from, before: decided_to && dayAfter(decided_to) },
  };
}
