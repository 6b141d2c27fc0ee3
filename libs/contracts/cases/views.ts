import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { CASE_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { CASE_OUTCOMES, CASE_STATUSES } from './words';
import { officer } from '../staff/officer';

export type CaseStatus = (typeof CASE_STATUSES)[number];

const EXAMPLE = { id: CASE_ID, title: 'Structured deposits in November' };

export const CaseView = view(
  'Case',
  Type.Object({
    id: Id,
    customer_id: Id,
    title: Type.String(),
    status: Type.Enum(CASE_STATUSES),
    outcome: nullable(Type.Enum(CASE_OUTCOMES, { title: 'CaseOutcome' }), { description: 'null while it is open' }),
    alert_ids: Type.Array(Id),
    opened_by: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  { description: 'An investigation of one customer.', example: EXAMPLE },
);

const CaseEntry = view(
  'CaseEntry',
  Type.Object({ what: Type.String(), text: Type.String(), ...officer, at: Timestamp }),
);

export const CaseDetail = view(
  'CaseDetail',
  Type.Object({ ...CaseView.properties, reason: Type.String(), entries: Type.Array(CaseEntry) }),
  {
    description: 'A case for staff, with its notes and actions, oldest first.',
    example: EXAMPLE,
  },
);

export type CaseView = Static<typeof CaseView>;
export type CaseDetail = Static<typeof CaseDetail>;
