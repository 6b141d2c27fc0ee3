import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CUSTOMER_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { CalendarDate } from '../customers/profile';

export const ERASURE_STATUSES = ['restricted', 'erased'] as const;

export const CustomerErasure = view(
  'CustomerErasure',
  Type.Object({
    customer_id: Id,
    status: Type.Enum(ERASURE_STATUSES, {
      description: 'restricted: its profile is not shown, and it waits for the end of the retention; erased: for ever',
    }),
    relationship_ended_on: CalendarDate,
    retained_until: nullable(CalendarDate, {
      description: 'the last day of the retention under the settings of now; null when the customer is erased',
    }),
    requested_at: Timestamp,
    erased_at: nullable(Timestamp),
  }),
  {
    description: 'The erasure of a customer.',
    example: {
      customer_id: CUSTOMER_ID,
      relationship_ended_on: '2026-02-28',
      retained_until: '2031-02-28',
      erased_at: null,
    },
  },
);
export type CustomerErasure = Static<typeof CustomerErasure>;

export const RetentionProgress = view(
  'RetentionProgress',
  Type.Object({
    done: Type.Boolean(),
    dry_run: Type.Boolean({ description: 'true: nothing was changed' }),
    looked_at: Type.Integer({ description: 'restricted customers so far' }),
    retained: Type.Integer({ description: 'restricted customers whose retention is not over' }),
    erased: Type.Integer({ description: 'customers that were erased, or with a dry run would be' }),
    kept: Type.Integer({ description: 'customers that could not be erased although their retention is over' }),
    first_erased: Type.Array(Id, { description: 'the first 100 of them' }),
    first_kept: Type.Array(view('KeptCustomer', Type.Object({ customer_id: Id, message: Type.String() })), {
      description: 'the first 100 of them, and why',
    }),
  }),
  { description: 'Progress of a run of the retention; the last report has `done`.' },
);
export type RetentionProgress = Static<typeof RetentionProgress>;
