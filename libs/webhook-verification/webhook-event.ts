import { WebhookVerificationError } from './webhook-verification-error';

/** The data of each known event type, by its name. */
export interface WebhookEventData {
  'alert.created': WebhookAlert;
  'alert.resolved': WebhookAlert;
  'alert.dismissed': WebhookAlert;
}

export type WebhookEventType = keyof WebhookEventData;

/**
 * The alert of an event. Staff of the institution can send a test event: its `alert_type` is `test`, its
 * `metadata.test` is true, and its `id` and `customer_id` do not exist in Probity.
 */
export interface WebhookAlert {
  id: string;
  customer_id: string;
  /** `sanctions_match`, `pep_match`, `watchlist_match`, the type that a monitoring rule gives its alerts, or `test` */
  alert_type: string;
  /** `low`, `medium`, `high` or `critical` */
  severity: string;
  title: string;
  /** the cause of the alert: `<list>:<entry id>`, a transaction_id, or the event_id of an onboarding event */
  trigger_ref: string;
  /** further data that depends on the type of the alert */
  metadata: Record<string, unknown>;
}

/** The event of a delivery. Later versions of Probity may add fields. */
interface Delivered<Event extends string, Data> {
  /** the name of the event; the endpoint has subscribed to it */
  event: Event;
  /** a UUID, the same for every attempt and every endpoint; use it to handle an event only once */
  event_id: string;
  /** a UUID */
  tenant_id: string;
  /** ISO 8601, UTC */
  occurred_at: string;
  data: Data;
}

/** An event of a known type. `switch (event.event)` narrows the type of `data`. */
export type KnownWebhookEvent = {
  [Type in WebhookEventType]: Delivered<Type, WebhookEventData[Type]>;
}[WebhookEventType];

/** An event of a type that Probity added after this version of the package. Its `data` is not checked. */
export type UnknownWebhookEvent = Delivered<string, unknown>;

/** The result of `verifyWebhook`. `isKnownEvent` distinguishes the two kinds. */
export type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/** The required fields of the data of each event type, with their JSON types. */
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

/** The names of the known event types. */
export const WEBHOOK_EVENT_TYPES = Object.keys(SHAPES) as WebhookEventType[];

/** Returns true if this version knows the type of the event. Then `verifyWebhook` has checked its data. */
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
 * @param rawBody a body with a valid signature
 * @throws WebhookVerificationError `malformed_body`, with the name of the field that is missing or has another type
 */
export function readWebhookEvent(rawBody: string | Uint8Array): WebhookEvent {
  const body = readJson(rawBody);
  if (typeOf(body) !== 'object') throw malformed('the body is not a JSON object');
  const event = body as WebhookEvent;
  requireShape(event, FRAME, '');
  if (!isKnownEvent(event)) return event;
  if (typeOf(event.data) !== 'object') throw malformed('the field data is not an object');
  requireShape(event.data, SHAPES[event.event], 'data.');
  return event;
}

function readJson(rawBody: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof rawBody === 'string' ? rawBody : new TextDecoder('utf-8', { fatal: true }).decode(rawBody),
    );
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8');
  }
}

function requireShape(object: object, shape: Record<string, string>, path: string): void {
  const wrong = Object.entries(shape).find(([field, type]) => typeOf(Reflect.get(object, field)) !== type);
  if (wrong) throw malformed(`the field ${path}${wrong[0]} is not ${wrong[1] === 'object' ? 'an' : 'a'} ${wrong[1]}`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

const malformed = (what: string): WebhookVerificationError =>
  new WebhookVerificationError(
    'malformed_body',
    `the signature is valid, but the body is not a webhook event: ${what}`,
  );
