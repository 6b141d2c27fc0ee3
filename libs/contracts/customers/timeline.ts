import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ALERT_ID, EXAMPLE_CURSOR, MESSAGE_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';

/** The kinds of entries of a timeline. `event`: transactions and other events that the institution sent. */
export const TIMELINE_KINDS = [
  'event',
  'alert',
  'decision',
  'handling',
  'case',
  'kyc',
  'signal',
  'rating',
  'profile',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Where the next page of a list begins; null after the last page. */
export const NextPage = nullable(Type.String(), {
  description: 'send it as `before` to get the next page; null: this was the last one',
});

export const TimelineEntry = view(
  'TimelineEntry',
  Type.Object({
    id: Id,
    at: { ...Timestamp, description: 'when it happened; of a transaction, when it occurred' },
    kind: Type.Enum(TIMELINE_KINDS),
    action: Type.String({ description: 'as in the audit trail, such as `alert.dismissed`; or `event.transaction`' }),
    subject_type: Type.String({ description: 'event, customer, alert or case' }),
    subject_id: Type.String(),
    title: nullable(Type.String(), { description: 'of the alert or the case' }),
    actor: nullable(Type.String(), { description: 'as in the audit trail; null of an event' }),
    actor_name: nullable(Type.String()),
    reason: nullable(Type.String()),
    data: Metadata,
  }),
  {
    description: 'Something that happened to a customer. Amounts in `data` are decimal strings.',
    example: {
      id: MESSAGE_ID,
      kind: 'decision',
      action: 'alert.dismissed',
      subject_type: 'alert',
      subject_id: ALERT_ID,
      title: 'Transfers just below 10,000',
      data: {},
    },
  },
);
export type TimelineEntry = Static<typeof TimelineEntry>;

export const Timeline = view('Timeline', Type.Object({ items: Type.Array(TimelineEntry), next: NextPage }), {
  description: 'A page of what happened to a customer, newest first.',
  example: { next: EXAMPLE_CURSOR },
});
export type Timeline = Static<typeof Timeline>;
