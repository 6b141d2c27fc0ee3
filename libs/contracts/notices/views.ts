import Type, { type Static } from 'typebox';
import { SEVERITIES } from '../alerts/words';
import { view } from '../declaration/view';
import { NOTICE_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { NOTICE_EXAMPLE, noticeConcern, noticeOccurrence } from './events';
import { NOTICE_STATUSES } from './words';

export const NoticeView = view(
  'Notice',
  Type.Object({
    id: Id,
    ...noticeConcern,
    status: Type.Enum(NOTICE_STATUSES),
    severity: Type.Enum(SEVERITIES),
    message: Type.String({ description: 'one or two sentences for staff' }),
    data: Metadata,
    occurrence: noticeOccurrence,
    raised_at: Timestamp,
    settled_at: nullable(Timestamp, { description: 'null while it is open' }),
    settled_by: nullable(Type.String(), { description: '`staff:<name>`, or `system` when the cause has ended' }),
    settled_reason: nullable(Type.String()),
  }),
  {
    description: 'A message to staff about Probity itself. It is not an alert, and no institution receives it.',
    example: {
      id: NOTICE_ID,
      ...NOTICE_EXAMPLE,
      severity: 'high',
      message: 'Screening runs with the built-in engine: yente does not respond within 2 seconds.',
      data: { why: 'timeout' },
      settled_at: null,
      settled_by: null,
      settled_reason: null,
    },
  },
);
export type NoticeView = Static<typeof NoticeView>;
