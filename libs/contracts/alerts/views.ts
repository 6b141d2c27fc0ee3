import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ALERT_ID } from '../examples';
import { Id, Metadata, nullable, Timestamp } from '../fields';
import { ALERT_SOURCES, ALERT_STATUSES, SEVERITIES } from './words';
import { officer } from '../staff/officer';
import { Reopening } from './events';

export const EXAMPLE_ALERT = { id: ALERT_ID, metadata: { source: 'native', list: 'ofac-sdn', entry_id: '99001' } };

export const AlertView = view(
  'Alert',
  Type.Object({
    id: Id,
    customer_id: Id,
    alert_type: Type.String({
      description: 'sanctions_match, pep_match, watchlist_match, or the alert_type of a monitoring rule',
    }),
    severity: Type.Enum(SEVERITIES),
    title: Type.String(),
    trigger_ref: Type.String({ description: 'a transaction_id, or `<list>:<entry id>`' }),
    metadata: Metadata,
    source: Type.Enum(ALERT_SOURCES),
    status: Type.Enum(ALERT_STATUSES, { description: 'open and escalated alerts are active' }),
    case_id: nullable(Id, { description: 'the investigation that it belongs to' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  {
    description: 'An alert as institutions see it, with its current state.',
    example: EXAMPLE_ALERT,
  },
);

export const AlertDecision = view(
  'AlertDecision',
  Type.Object({
    decision: Type.Enum(['resolved', 'dismissed', 'escalated']),
    resolution: nullable(Type.String()),
    reason: Type.String(),
    ...officer,
    decided_at: Timestamp,
  }),
);

const handling = {
  assignee: nullable(Type.String(), { description: 'the member of staff who works on it' }),
  assignee_id: nullable(Id, { description: 'the account of this member of staff' }),
  due_at: Type.String({ format: 'date-time', description: 'by when the settings of the tenant want a decision' }),
  snoozed_until: nullable(Timestamp, { description: 'until when staff put it off' }),
  tags: Type.Array(Type.String()),
};

export const QueuedAlert = view('QueuedAlert', Type.Object({ ...AlertView.properties, ...handling }), {
  description: 'An alert in the queue of staff: with who works on it, and by when it needs a decision.',
  example: EXAMPLE_ALERT,
});

export const StaffAlert = view(
  'StaffAlert',
  Type.Object({
    ...QueuedAlert.properties,
    customer_name: nullable(Type.String(), { description: 'null if its data are erased or restricted' }),
  }),
  {
    description: 'An item of the lists of staff: an alert with the name of its customer.',
    example: { ...EXAMPLE_ALERT, customer_name: 'Jane Doe' },
  },
);

export const Assignee = view(
  'Assignee',
  Type.Object({
    id: { ...Id, description: 'the account' },
    name: Type.String(),
  }),
  {
    description: 'A member of staff who may work on alerts.',
    example: { id: '01981c2e-7a4b-7c3d-8e5f-9a0b1c2d3e4f', name: 'Jane Smith' },
  },
);

export const AlertDetail = view(
  'AlertDetail',
  Type.Object({
    ...QueuedAlert.properties,
    event_id: nullable(Id, { description: 'the event that caused it' }),
    match: nullable(Metadata, { description: 'the list entry that it concerns' }),
    evidence: Metadata,
    decisions: Type.Array(AlertDecision),
    reopened: nullable(Reopening, { description: 'the closed alert that staff reopened with this one, and why' }),
    reopened_as: nullable(Id, { description: 'the alert with which staff reopened this one' }),
    group_id: nullable(Id, {
      description: 'the group of alerts about the same party and list entry, if it can have one',
    }),
    group_alerts: Type.Integer({ minimum: 0, description: 'active alerts of the group, this one included' }),
  }),
  {
    description: 'An alert for staff, with its evidence and its decisions.',
    example: EXAMPLE_ALERT,
  },
);

export type Assignee = Static<typeof Assignee>;
export type QueuedAlert = Static<typeof QueuedAlert>;
export type StaffAlert = Static<typeof StaffAlert>;
export type AlertView = Static<typeof AlertView>;
export type AlertDetail = Static<typeof AlertDetail>;
