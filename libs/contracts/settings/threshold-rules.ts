import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';

/** Of a threshold: with a lower one, almost every name is like another. */
export const MIN_THRESHOLD = 0.5;
export const MAX_THRESHOLD_RULES = 50;

/** The kinds of list entries. `other` is what is no person and no company: vessels, aircraft, wallets and others. */
export const ENTRY_KINDS = ['person', 'company', 'other'] as const;
/** The role of a screened person or company: the customer, or a party of it. */
export const SCREENED_SUBJECTS = ['customer', 'beneficial_owner', 'related_party', 'counterparty'] as const;

const anyIfNull = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description: `${description}; null: any` }));

/** Conditions that are absent or null apply to every match. */
export const ThresholdRule = view(
  'ThresholdRule',
  Type.Object({
    list: anyIfNull(Type.String(), 'name of the list, such as ofac-sdn; tenant is the own list of the tenant'),
    subject: anyIfNull(Type.Enum(SCREENED_SUBJECTS), 'who is screened'),
    kind: anyIfNull(Type.Enum(ENTRY_KINDS), 'what the entry of the list is'),
    threshold: Type.Number({
      minimum: MIN_THRESHOLD,
      maximum: 1,
      description: 'score from which such a match is an alert',
    }),
  }),
  {
    description: 'From which score some matches are alerts. The first rule that applies to a match counts.',
    example: { list: 'ofac-sdn', subject: 'customer', kind: 'person', threshold: 0.75 },
  },
);
export type ThresholdRule = Static<typeof ThresholdRule>;
