import Type, { type Static } from 'typebox';
import { ALERT_SOURCES, SEVERITIES } from '../alerts/words';
import { view } from '../declaration/view';
import { ACCOUNT_ID } from '../examples';
import { Id } from '../fields';

export const MAX_ASSIGNMENT_RULES = 20;
export const MAX_ASSIGNEES = 50;
export const MAX_ASSIGNMENT_NAME = 60;
export const MAX_ALERT_TYPES = 50;
export const MAX_ALERT_TYPE = 100;

/** Conditions that are absent apply to every alert. */
export const AssignmentRule = view(
  'AssignmentRule',
  Type.Object({
    name: Type.String({ description: `at most ${MAX_ASSIGNMENT_NAME} characters`, examples: ['Sanctions'] }),
    severities: Type.Optional(Type.Array(Type.Enum(SEVERITIES))),
    sources: Type.Optional(Type.Array(Type.Enum(ALERT_SOURCES), { description: 'what raised the alert' })),
    alert_types: Type.Optional(Type.Array(Type.String(), { description: 'types of alerts, such as sanctions_match' })),
    assignees: Type.Array(Id, {
      examples: [[ACCOUNT_ID]],
      description: 'accounts of staff; the alert goes to the one of them with the fewest active alerts',
    }),
  }),
  { description: 'To whom new alerts are assigned. The first rule that applies to an alert counts.' },
);
export type AssignmentRule = Static<typeof AssignmentRule>;
