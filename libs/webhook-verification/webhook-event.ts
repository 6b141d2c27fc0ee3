import { WebhookVerificationError } from './webhook-verification-error';

/** The data of each event that this version knows, by the name of the event. */
export interface WebhookEventData {
  'alert.created': WebhookAlert;
  'alert.resolved': WebhookAlert;
  'alert.dismissed': WebhookAlert;
}

export type WebhookEventType = keyof WebhookEventData;

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

/** What a delivery says. A later version may add fields that are not listed here. */
interface Delivered<Event extends string, Data> {
  /** the name of the event; the endpoint has subscribed to it */
  event: Event;
  /** a UUID; the same on every attempt and every endpoint: the key to handle an event once by */
  event_id: string;
  /** a UUID */
  tenant_id: string;
  /** ISO 8601, UTC */
  occurred_at: string;
  data: Data;
}

/** An event that this version knows: `switch (event.event)` narrows `data`. */
export type KnownWebhookEvent = {
  [Type in WebhookEventType]: Delivered<Type, WebhookEventData[Type]>;
}[WebhookEventType];

/** An event of a type that Probity added after this version of the package. Its `data` is passed through unchecked. */
export type UnknownWebhookEvent = Delivered<string, unknown>;

/** What `verifyWebhook` returns; `isKnownEvent` tells the two kinds apart. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** The JSON type of each field that the data of an event has at least. */
type Shape<Data> = {
  [Field in keyof Data]: Data[Field] extends string ? 'string' : Data[Field] extends unknown[] ? 'list' : 'object';
};

const ALERT: Shape<WebhookAlert> = {
  id: 'string',
  customer_id: 'string',
  alert_type: 'string',
  severity: 'string',
  title: 'string',
  trigger_ref: 'string',
  metadata: 'object',
};

const SHAPES: { [Type in WebhookEventType]: Shape<WebhookEventData[Type]> } = {
  'alert.created': ALERT,
  'alert.resolved': ALERT,
  'alert.dismissed': ALERT,
};

/** The names of the events that this version knows. */
export const WEBHOOK_EVENT_TYPES = Object.keys(SHAPES) as WebhookEventType[];

/** Whether this version knows the type of an event that `verifyWebhook` has returned, and so has checked its data. */
export function isKnownEvent(event: WebhookEvent): event is KnownWebhookEvent {
  return Object.hasOwn(SHAPES, event.event);
}

const FRAME: Shape<Omit<UnknownWebhookEvent, 'data'>> = {
  event: 'string',
  event_id: 'string',
  tenant_id: 'string',
  occurred_at: 'string',
};

/**
 * @param rawBody a body whose signature is good
 * @throws WebhookVerificationError `malformed_body`, naming the field that is missing or of another type
 */
export function readWebhookEvent(rawBody: string | Uint8Array): WebhookEvent {
  const body = readJson(rawBody);
  if (typeOf(body) !== 'object') throw malformed('it is not a JSON object');
  const event = body as WebhookEvent;
  requireShape(event, FRAME, '');
  if (!isKnownEvent(event)) return event;
  if (typeOf(event.data) !== 'object') throw malformed('its field data is not an object');
  requireShape(event.data, SHAPES[event.event], 'data.');
  return event;
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

function requireShape(object: object, shape: Record<string, string>, path: string): void {
  const wrong = Object.entries(shape).find(([field, type]) => typeOf(Reflect.get(object, field)) !== type);
  if (wrong) throw malformed(`its field ${path}${wrong[0]} is not ${wrong[1] === 'object' ? 'an' : 'a'} ${wrong[1]}`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

const malformed = (what: string): WebhookVerificationError =>
  new WebhookVerificationError('malformed_body', `the body is signed, but is no webhook event: ${what}`);
