import { WebhookVerificationError } from './webhook-verification-error';

export type AlertEventName = 'alert.created' | 'alert.resolved' | 'alert.dismissed';

/** What a delivery says. Fields that are not listed here may come with a later version. */
export interface WebhookEvent {
  /** only names that the endpoint has subscribed to */
  event: AlertEventName | (string & {});
  /** a UUID; the same on every attempt and every endpoint: the key to handle an event once by */
  event_id: string;
  /** a UUID */
  tenant_id: string;
  /** ISO 8601, UTC */
  occurred_at: string;
  data: WebhookAlert;
}

/**
 * The alert that an event is about. Staff can send a test event: its `alert_type` is `test`, its
 * `metadata.test` is true, and its `id` and `customer_id` exist nowhere.
 */
export interface WebhookAlert {
  id: string;
  customer_id: string;
  /** `sanctions_match`, `pep_match`, `watchlist_match`, the type that a monitoring rule gives its alerts, or `test` */
  alert_type: string;
  /** `low`, `medium`, `high` or `critical` */
  severity: string;
  title: string;
  /** what set the alert off: `<list>:<entry id>`, a transaction_id, or the event_id of an onboarding event */
  trigger_ref: string;
  /** what else there is to say, by the kind of alert */
  metadata: Record<string, unknown>;
}

const EVENT_TEXTS = ['event', 'event_id', 'tenant_id', 'occurred_at'] as const;
const ALERT_TEXTS = ['id', 'customer_id', 'alert_type', 'severity', 'title', 'trigger_ref'] as const;

/**
 * @param rawBody a body whose signature is good
 * @throws WebhookVerificationError `malformed_body`, naming the field that is missing or of another type
 */
export function readWebhookEvent(rawBody: string | Uint8Array): WebhookEvent {
  const body = readJson(rawBody);
  if (!isObject(body)) throw malformed('it is not a JSON object');
  const { data } = body;
  if (!isObject(data)) throw malformed('its field data is not an object');
  requireTexts(body, EVENT_TEXTS, '');
  requireTexts(data, ALERT_TEXTS, 'data.');
  if (!isObject(data.metadata)) throw malformed('its field data.metadata is not an object');
  return body as unknown as WebhookEvent;
}

function readJson(rawBody: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { fatal: true }).decode(rawBody),
    );
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? 'it is not JSON' : 'it is not UTF-8');
  }
}

function requireTexts(object: Record<string, unknown>, fields: readonly string[], path: string): void {
  const missing = fields.find((field) => typeof object[field] !== 'string');
  if (missing !== undefined) throw malformed(`its field ${path}${missing} is not a string`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const malformed = (what: string): WebhookVerificationError =>
  new WebhookVerificationError('malformed_body', `the body is signed, but is no webhook event: ${what}`);
