import type { AlertSource, AlertStatus, Severity } from '@probity/contracts/alerts/events';
import { ALERT_SOURCES, ALERT_STATUSES, SEVERITIES } from '@probity/contracts/alerts/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { PageQuery } from '@probity/platform/http/page.dto';

const MAX_ALERT_TYPE = 100;

/** What every list of alerts can be filtered by. */
export class AlertFilterQuery extends PageQuery {
  @OptionalChoice(SEVERITIES)
  severity?: Severity;

  @OptionalChoice(ALERT_SOURCES)
  source?: AlertSource;

  @NonBlankText(MAX_ALERT_TYPE, { example: 'sanctions_match' })
  alert_type?: string;
}

/** The query parameters of a list of alerts. */
export class AlertsQuery extends AlertFilterQuery {
  @OptionalChoice(ALERT_STATUSES)
  status?: AlertStatus;

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id?: string;
}
