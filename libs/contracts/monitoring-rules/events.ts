import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { Id, Metadata, Timestamp } from '../fields';
import { MONITORING_EVENTS } from '../topics';
import { RULE_MODES } from './words';
import { actorName } from '../staff/officer';

export const RULE_STREAM_PREFIX = 'monitoring-rule-';
/** The stream that holds every version of a rule. */
export const ruleStream = (ruleId: string): string => `${RULE_STREAM_PREFIX}${ruleId}`;

const ruleFact = factsOf({
  service: 'pipeline',
  prefix: RULE_STREAM_PREFIX,
  topic: MONITORING_EVENTS,
  idField: 'rule_id',
});

export const RuleMode = view('RuleMode', Type.Enum(RULE_MODES));
export type RuleMode = Static<typeof RuleMode>;

export const RuleVersionSaved = ruleFact('RuleVersionSaved', {
  summary:
    'A version of a monitoring rule was saved. It replaces the previous version entirely; `version` counts from 1.',
  data: Type.Object({
    rule_id: Id,
    tenant_id: Id,
    key: Type.Union([Type.String(), Type.Null()], { description: 'set on rules of the default pack' }),
    version: Type.Integer({ minimum: 1 }),
    mode: RuleMode,
    definition: Metadata,
    actor: Type.String(),
    ...actorName,
    reason: Type.Optional(Type.String({ description: 'why an officer changed the rule' })),
    saved_at: Timestamp,
  }),
});
export type RuleVersionSaved = DataOf<typeof RuleVersionSaved>;

export const RULE_FACTS = [RuleVersionSaved] as const;
export type RuleEvent = EventOf<(typeof RULE_FACTS)[number]>;
