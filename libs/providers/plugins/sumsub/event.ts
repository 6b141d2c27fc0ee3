import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { isObject } from '@probity/platform/is-object';
import { optional } from '../../optional';
import { type ProviderSignal, WebhookRejected } from '../../provider-signal';
import { utcTime } from '../../utc-time';
import { decisionIdOf, isUnderstood, Review, reviewFinding } from './review';

/** Events without a result, and the review status that each means. */
const STATUSES = new Map<string, Review['reviewStatus']>([
  ['applicantPending', 'pending'],
  ['applicantOnHold', 'onHold'],
  ['applicantAwaitingService', 'awaitingService'],
  ['applicantAwaitingUser', 'awaitingUser'],
  ['applicantReset', 'init'],
]);

const Event = Type.Object({
  type: Type.String(),
  applicantId: Type.String({ minLength: 1 }),
  externalUserId: optional(Type.String()),
  correlationId: optional(Type.String()),
  createdAtMs: Type.String(),
  levelName: Review.properties.levelName,
});
type Event = Static<typeof Event>;
const isEvent = Compile(Event);
const isReviewed = Compile(Type.Object({ ...Event.properties, ...Review.properties }));

/**
 * Reads a user verification webhook. Only `applicantReviewed` brings a result; other events may repeat an earlier one.
 *
 * Source: https://docs.sumsub.com/docs/user-verification-webhooks. The type `applicantAwaitingUser` was found in code
 * of receivers only.
 *
 * @throws WebhookRejected
 */
export function readEvent(body: unknown): ProviderSignal[] {
  const type = isObject(body) ? body.type : undefined;
  if (typeof type !== 'string') throw new WebhookRejected('unreadable', 'the body is not an event of Sumsub');
  if (type === 'applicantReviewed') {
    if (isReviewed.Check(body) && isUnderstood(body)) return [signalOf(body, body)];
    throw new WebhookRejected('unreadable', 'the event applicantReviewed has an unknown form');
  }
  const reviewStatus = STATUSES.get(type);
  if (!reviewStatus) return [];
  if (isEvent.Check(body)) return [signalOf(body, { reviewStatus, levelName: body.levelName })];
  throw new WebhookRejected('unreadable', 'the event lacks an applicant or a time');
}

/**
 * Sumsub describes `correlationId` as the id of the event. Type and applicant are part of the signal's id in case that
 * several events of one request share it. `createdAtMs` is in UTC, without a zone.
 */
function signalOf({ type, applicantId, externalUserId, correlationId, createdAtMs }: Event, review: Review) {
  const occurred_at = utcTime(`${createdAtMs}Z`);
  return {
    id: `${type}:${applicantId}:${correlationId || createdAtMs}`,
    event_source: type,
    occurred_at,
    customer: { ref: applicantId, ...(externalUserId && { account_ref: externalUserId }) },
    ...reviewFinding(review, decisionIdOf(applicantId, occurred_at, review)),
  };
}
