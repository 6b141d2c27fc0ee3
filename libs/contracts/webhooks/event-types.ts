import Type, { type Static, type TObject } from 'typebox';
import { AlertView, EXAMPLE_ALERT } from '../alerts/views';
import { exampleOf } from '../declaration/example';
import type { DataOf, Fact } from '../declaration/fact';
import { view } from '../declaration/view';
import { Id, Timestamp } from '../fields';
import { AlertDismissed, AlertRaised, AlertResolved } from '../alerts/events';

/** A type of event that Probity reports by webhook. */
interface Declaration<Source extends Fact, Data extends TObject> {
  /** what happened; the documents show it */
  when: string;
  /** the fact that causes it */
  source: Source;
  /** the field of that fact with the time */
  at: string & keyof DataOf<Source>;
  /** the schema of `data`: the event has these fields and no others, in this order */
  data: Data;
  /** the data of a test event; `idOf` returns an id that is not in use */
  test: (idOf: (what: string) => string) => Static<Data>;
}

const webhook = <Source extends Fact, Data extends TObject>(
  declaration: Declaration<Source, Data>,
): Declaration<Source, Data> => declaration;

const { id, customer_id, alert_type, severity, title, trigger_ref, metadata } = AlertView.properties;

const WebhookAlert = view(
  'WebhookAlert',
  Type.Object({ id, customer_id, alert_type, severity, title, trigger_ref, metadata }),
  { description: 'The data of a webhook about an alert.', example: EXAMPLE_ALERT },
);

/** The common part of all events about alerts. */
const aboutAlert = {
  data: WebhookAlert,
  test: (idOf: (what: string) => string) => ({
    id: idOf('alert'),
    customer_id: idOf('customer'),
    alert_type: 'test',
    severity: 'low' as const,
    title: 'Test of this webhook; there is no such alert',
    trigger_ref: 'test',
    metadata: { test: true },
  }),
} satisfies Partial<Declaration<Fact, typeof WebhookAlert>>;

/** Every type of event. Validation, documents, fan-out and test events use this list. */
export const WEBHOOK_EVENTS = {
  'alert.created': webhook({ when: 'An alert was raised', source: AlertRaised, at: 'raised_at', ...aboutAlert }),
  'alert.resolved': webhook({
    when: 'An officer resolved an alert',
    source: AlertResolved,
    at: 'decided_at',
    ...aboutAlert,
  }),
  'alert.dismissed': webhook({
    when: 'An officer dismissed an alert as a false positive',
    source: AlertDismissed,
    at: 'decided_at',
    ...aboutAlert,
  }),
};

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];

/** The facts that cause events. */
export const WEBHOOK_SOURCES: readonly Fact[] = WEBHOOK_EVENT_TYPES.map((type) => WEBHOOK_EVENTS[type].source);

/** The fact that causes events of a type. */
export type SourceOf<Type extends WebhookEventType> = DataOf<(typeof WEBHOOK_EVENTS)[Type]['source']>;
/** The `data` of events of a type. */
export type WebhookData<Type extends WebhookEventType> = Static<(typeof WEBHOOK_EVENTS)[Type]['data']>;

/** `AlertCreatedWebhook` for `alert.created`. */
export const webhookBodyName = (type: string): string =>
  `${type.replace(/(^|[._])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase())}Webhook`;

/** The body of a webhook of one type, and an example of it. */
export function webhookBody(type: WebhookEventType) {
  const { when, data } = WEBHOOK_EVENTS[type];
  const body = Type.Object({
    event: Type.Literal(type),
    event_id: Type.String({
      format: 'uuid',
      description: 'the same on every attempt and at every endpoint: recognize duplicates by it',
    }),
    tenant_id: Id,
    occurred_at: Timestamp,
    data,
  });
  const schema = view(webhookBodyName(type), body, { description: `${when}.` });
  return { schema, example: exampleOf(schema) };
}
