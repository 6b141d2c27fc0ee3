import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { isObject } from '@probity/platform/is-object';
import { kycFinding } from '../../kyc-finding';
import { optional } from '../../optional';
import { type ProviderSignal, WebhookRejected } from '../../provider-signal';
import type { ProviderKyc } from '../../stage-call';
import { utcTime } from '../../utc-time';

export const TITLE = 'Persona';
const MAX_REASON = 1_000;

/**
 * What the events about an inquiry mean. An inquiry that is completed or failed still waits for a decision: Persona
 * approves and declines in a step of its own.
 *
 * Sources: https://docs.withpersona.com/docs/events, https://docs.withpersona.com/docs/model-lifecycle
 */
const DECISIONS = new Map<string, ProviderKyc>([
  ['inquiry.approved', { status: 'approved', reason: 'the inquiry was approved' }],
  ['inquiry.declined', { status: 'rejected', reason: 'the inquiry was declined' }],
  ['inquiry.marked-for-review', { status: 'in_review', reason: 'the inquiry was marked for review' }],
  ['inquiry.completed', { status: 'in_review', reason: 'the inquiry is completed and not yet decided' }],
  ['inquiry.failed', { status: 'in_review', reason: 'the customer failed the verifications of the inquiry' }],
]);

const Id = Type.String({ minLength: 1 });
const data = <Schema extends Type.TSchema>(schema: Schema) => Type.Object({ data: schema });

const Inquiry = Type.Object({
  id: Id,
  attributes: Type.Object({
    status: optional(Type.String()),
    'reference-id': optional(Type.String()),
    'reviewer-comment': optional(Type.String()),
    tags: optional(Type.Array(Type.String())),
  }),
  relationships: optional(
    Type.Object({ account: optional(Type.Object({ data: optional(Type.Object({ id: optional(Id) })) })) }),
  ),
});
const isEvent = Compile(data(Type.Object({ id: Id, attributes: Type.Object({ name: Id }) })));
const isInquiryEvent = Compile(
  data(Type.Object({ id: Id, attributes: Type.Object({ name: Id, 'created-at': Id, payload: data(Inquiry) }) })),
);

/** @throws WebhookRejected */
export function readEvent(body: unknown, customerReference: 'account' | 'inquiry'): ProviderSignal[] {
  if (!isEvent.Check(body)) throw new WebhookRejected('unreadable', 'the body is no event of Persona');
  const decision = DECISIONS.get(body.data.attributes.name);
  if (!decision) return [];
  const event = inKebabCase(body);
  if (!isInquiryEvent.Check(event)) throw new WebhookRejected('unreadable', 'the event has no inquiry or no time');
  const { name, payload, 'created-at': createdAt } = event.data.attributes;
  const { id: inquiry, attributes, relationships } = payload.data;
  const account = relationships?.account?.data?.id;
  const ref = customerReference === 'account' ? account : inquiry;
  const { 'reference-id': reference, 'reviewer-comment': comment, tags } = attributes;
  const reason = (comment || decision.reason).slice(0, MAX_REASON);
  const metadata = {
    inquiry_id: inquiry,
    ...(account && { account_id: account }),
    ...(decision.status === 'rejected' && tags?.length && { reject_labels: tags }),
  };
  return [
    {
      id: event.data.id,
      event_source: name,
      occurred_at: utcTime(createdAt),
      customer: { ...(ref && { ref }), ...(reference && { account_ref: reference }) },
      ...kycFinding(TITLE, event.data.id, { ...decision, reason }, metadata),
    },
  ];
}

/** A webhook can be set to send keys in kebab, camel or snake case: https://docs.withpersona.com/docs/api-key-inflection */
function inKebabCase(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [kebab(key), inKebabCase(inside)]));
}

const kebab = (key: string): string =>
  key.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
