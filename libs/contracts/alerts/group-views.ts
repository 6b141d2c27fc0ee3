import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { ALERT_ID, GROUP_ID, PROPOSAL_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { SEVERITIES } from './words';

/** So many alerts one request decides. */
export const MAX_TOGETHER = 100;

export const AlertGroup = view(
  'AlertGroup',
  Type.Object({
    id: Id,
    alerts: Type.Integer({ minimum: 1, description: 'active alerts of the group' }),
    customers: Type.Integer({ minimum: 1, description: 'customers of these alerts' }),
    severity: Type.Enum(SEVERITIES, { description: 'the highest of its alerts' }),
    alert_type: Type.String(),
    subject: Type.String({ description: 'counterparty, related_party or beneficial_owner' }),
    subject_name: Type.String({ description: 'as the newest alert has it' }),
    matched_name: Type.String({ description: 'the name of the list entry' }),
    list: Type.String(),
    entry_id: Type.String(),
    first_raised_at: Timestamp,
    last_raised_at: Timestamp,
  }),
  {
    description: 'Active alerts of different customers about the same party and the same list entry.',
    example: { id: GROUP_ID, alert_type: 'sanctions_match', subject: 'counterparty', alerts: 12, customers: 12 },
  },
);
export type AlertGroup = Static<typeof AlertGroup>;

const NotDecided = view(
  'NotDecided',
  Type.Object({ alert_id: Id, code: Type.String({ description: 'the code of the error' }), message: Type.String() }),
  { example: { code: 'alert_closed', message: 'the alert was resolved by Jane Smith' } },
);

export const DecidedTogether = view(
  'DecidedTogether',
  Type.Object({
    decided: Type.Array(Id, { description: 'alerts that are decided now' }),
    proposed: Type.Array(Id, { description: 'alerts that wait for a second person, all in one proposal' }),
    proposal_id: nullable(Id, { description: 'that proposal; null: no alert needs a second person' }),
    failed: Type.Array(NotDecided, { description: 'alerts that stay as they are, and why' }),
  }),
  {
    description: 'The outcome of a decision on several alerts, for each of them.',
    example: { decided: [ALERT_ID], proposed: [], proposal_id: PROPOSAL_ID, failed: [] },
  },
);
export type DecidedTogether = Static<typeof DecidedTogether>;
