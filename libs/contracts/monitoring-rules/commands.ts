import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { MONITORING_COMMANDS } from '../topics';
import { RuleMode } from './events';
import { BacktestProgress, MAX_BACKTEST_EXAMPLES, RuleView } from './views';

const ruleCommand = commandsOf(MONITORING_COMMANDS, 'tenant_id');

export const createRule = ruleCommand({
  name: 'pipeline.create-monitoring-rule',
  summary: 'Save a new rule.',
  request: Type.Object({
    tenant_id: Id,
    rule_id: Id,
    mode: RuleMode,
    definition: Metadata,
    actor: Type.String(),
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
    actor: Type.String(),
  }),
  reply: RuleView,
});

export const installDefaultRules = ruleCommand({
  name: 'pipeline.install-default-rules',
  summary: 'Give a tenant the default rules that it does not have yet.',
  request: Type.Object({ tenant_id: Id, actor: Type.String() }),
  reply: Type.Object({ installed: Type.Array(RuleView) }),
});

export const backtestRule = ruleCommand({
  name: 'pipeline.backtest-monitoring-rule',
  summary: 'Try a draft on stored history without raising alerts. Replies several times; the last reply has `done`.',
  request: Type.Object({
    tenant_id: Id,
    definition: Metadata,
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
    max_examples: Type.Integer({ minimum: 0, maximum: MAX_BACKTEST_EXAMPLES }),
  }),
  reply: BacktestProgress,
});
