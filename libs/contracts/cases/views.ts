import Type, { type Static } from 'typebox';
import { ALERT_ID, CASE_ID, CUSTOMER_ID, DECIDED_AT } from '../example-ids';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { CASE_OUTCOMES, CASE_STATUSES } from './words';

export type CaseStatus = (typeof CASE_STATUSES)[number];

const EXAMPLE = {
  id: CASE_ID,
  customer_id: CUSTOMER_ID,
  title: 'Structured deposits in November',
  status: 'open',
  outcome: null,
  alert_ids: [ALERT_ID],
  opened_by: 'j.smith',
  created_at: DECIDED_AT,
  updated_at: DECIDED_AT,
} as const;

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
  { description: 'An investigation of one customer.', example: { ...EXAMPLE, alert_ids: [ALERT_ID] } },
);

const CaseEntry = view(
  'CaseEntry',
  Type.Object({ what: Type.String(), text: Type.String(), officer: Type.String(), at: Timestamp }),
);

export const CaseDetail = view(
  'CaseDetail',
  Type.Object({ ...CaseView.properties, reason: Type.String(), entries: Type.Array(CaseEntry) }),
  {
    description: 'A case for staff, with everything that was said and done in it, oldest first.',
    example: {
      ...EXAMPLE,
      alert_ids: [ALERT_ID],
      reason: 'deposits just below 10,000 on eleven days',
      entries: [{ what: 'note', text: 'Asked the customer for the invoices.', officer: 'j.smith', at: DECIDED_AT }],
    },
  },
);

export type CaseView = Static<typeof CaseView>;
export type CaseDetail = Static<typeof CaseDetail>;
