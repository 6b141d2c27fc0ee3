import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { MONITORING_COMMANDS } from '../topics';
import { RuleMode } from './events';
import { RuleView } from './views';
import { actorName } from '../staff/officer';
import { asSeen } from '../proposals/reviewed-as';

const ruleCommand = commandsOf(MONITORING_COMMANDS, 'tenant_id');

export const createRule = ruleCommand({
  name: 'pipeline.create-monitoring-rule',
  summary: 'Save a new rule.',
  request: Type.Object({
    tenant_id: Id,
    rule_id: Id,
    mode: RuleMode,
    definition: Metadata,
    reason: Type.Optional(Type.String({ description: 'why an officer creates the rule' })),
    actor: Type.String(),
    ...actorName,
  }),
  reply: RuleView,
});

export const updateRule = ruleCommand({
  name: 'pipeline.update-monitoring-rule',
  summary: 'Save a new version of a rule: another definition, another mode, or both.',
  request: Type.Object({
    tenant_id: Id,
    rule_id: Id,
    mode: Type.Optional(RuleMode),
    definition: Type.Optional(Metadata),
    expected_version: Type.Optional(Type.Integer()),
    ...asSeen,
    reason: Type.Optional(Type.String()),
    actor: Type.String(),
    ...actorName,
  }),
  reply: RuleView,
});

export const installDefaultRules = ruleCommand({
  name: 'pipeline.install-default-rules',
  summary: 'Give a tenant the default rules that it does not have yet.',
  request: Type.Object({ tenant_id: Id, actor: Type.String() }),
  reply: Type.Object({ installed: Type.Array(RuleView) }),
});
