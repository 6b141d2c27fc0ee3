import Type, { type Static } from 'typebox';
import { SEVERITIES } from '../alerts/words';
import { type EventOf, factsOf } from '../declaration/fact';
import { NOTICE_ID, RAISED_AT } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { NOTICE_EVENTS } from '../topics';
import { actorName } from '../staff/officer';

export const NOTICE_STREAM_PREFIX = 'notice-';
export const noticeStream = (noticeId: string): string => `${NOTICE_STREAM_PREFIX}${noticeId}`;

const noticeFact = factsOf({
  service: 'platform',
  prefix: NOTICE_STREAM_PREFIX,
  topic: NOTICE_EVENTS,
  idField: 'notice_id',
});

/** Identifies a notice: its id is derived from these three. Both facts hold them. */
export const noticeConcern = {
  tenant_id: nullable(Id, { description: 'null: the notice concerns all tenants' }),
  kind: Type.String({ description: 'what the notice is about, such as `stage_degraded`' }),
  subject: Type.String({ description: 'which part of Probity it is about, such as `screening/yente`' }),
};

export const noticeOccurrence = Type.Integer({
  minimum: 1,
  description: 'counts how often the notice was raised',
});

/** The fields that the examples of notices share. */
export const NOTICE_EXAMPLE = { kind: 'stage_degraded', subject: 'screening/yente' };

export const NoticeRaised = noticeFact('NoticeRaised', {
  summary: 'Probity needs the attention of staff: for example, a stage of the pipeline runs with its fallback.',
  data: Type.Object({
    notice_id: Id,
    ...noticeConcern,
    severity: Type.Enum(SEVERITIES),
    message: Type.String({ description: 'one or two sentences for staff' }),
    data: Metadata,
    occurrence: noticeOccurrence,
    raised_at: Timestamp,
  }),
  example: {
    notice_id: NOTICE_ID,
    ...NOTICE_EXAMPLE,
    severity: 'high',
    message: 'Screening runs with the built-in engine: yente does not respond within 2 seconds.',
    data: { why: 'timeout' },
    raised_at: RAISED_AT,
  },
});

export const NoticeSettled = noticeFact('NoticeSettled', {
  summary: 'A notice needs no attention any more: its cause has ended, or staff have dealt with it.',
  data: Type.Object({
    notice_id: Id,
    ...noticeConcern,
    occurrence: noticeOccurrence,
    reason: Type.String(),
    actor: Type.String({ description: '`staff:<account>`, or `system` when the cause has ended' }),
    ...actorName,
    settled_at: Timestamp,
  }),
  example: {
    notice_id: NOTICE_ID,
    ...NOTICE_EXAMPLE,
    reason: 'yente responds again',
    actor: 'system',
  },
});

export type NoticeRaised = Static<typeof NoticeRaised.data>;

export const NOTICE_FACTS = [NoticeRaised, NoticeSettled] as const;
export type NoticeEvent = EventOf<(typeof NOTICE_FACTS)[number]>;
