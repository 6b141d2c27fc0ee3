import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ALLOW_LIST_ENTRY_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { ALLOW_LIST_STATUSES } from './words';

export const AllowListEntry = view(
  'AllowListEntry',
  Type.Object({
    id: Id,
    customer_id: Id,
    alert_id: { ...Id, description: 'the alert about the match' },
    status: Type.Enum(ALLOW_LIST_STATUSES, { description: 'only an active entry covers matches' }),
    counterparty: Type.String({ description: 'the name of the counterparty, which is not the listed one' }),
    matched_name: Type.String({ description: 'the name of the list entry that it matched' }),
    list: Type.String(),
    entry_id: Type.String(),
    alert_type: Type.String(),
    until: Timestamp,
    reason: Type.String(),
    added_by: Type.String(),
    added_at: Timestamp,
    ended_at: nullable(Timestamp, { description: 'when staff ended it before its time' }),
    ended_by: nullable(Type.String()),
    end_reason: nullable(Type.String()),
  }),
  {
    description:
      'A counterparty of one customer that is not the list entry which it matches. Such a match raises no alert.',
    example: {
      id: ALLOW_LIST_ENTRY_ID,
      list: 'ofac-sdn',
      entry_id: '99001',
      alert_type: 'sanctions_match',
      ended_at: null,
      ended_by: null,
      end_reason: null,
    },
  },
);
export type AllowListEntry = Static<typeof AllowListEntry>;
