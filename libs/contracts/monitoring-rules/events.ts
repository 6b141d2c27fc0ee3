import Type, { type Static } from 'typebox';
import { Id, Metadata, Timestamp } from '../fields';

export const RULE_STREAM_PREFIX = 'monitoring-rule-';
/** The stream that holds every version of a rule. */
export const ruleStream = (ruleId: string): string => `${RULE_STREAM_PREFIX}${ruleId}`;

/** `active` rules raise alerts, `shadow` rules only leave evidence, `disabled` ones are not evaluated. */
export const RULE_MODES = ['active', 'shadow', 'disabled'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

/** A version of a rule; `version` counts from 1. A later one replaces it as a whole. */
export const RuleVersionSaved = Type.Object({
  rule_id: Id,
  tenant_id: Id,
  key: Type.Union([Type.String(), Type.Null()], { description: 'of a rule of the default pack' }),
  version: Type.Integer({ minimum: 1 }),
  mode: Type.Enum(RULE_MODES),
  definition: Metadata,
  actor: Type.String(),
  saved_at: Timestamp,
});
export type RuleVersionSaved = Static<typeof RuleVersionSaved>;

export type RuleEvent = { type: 'RuleVersionSaved'; data: RuleVersionSaved };
