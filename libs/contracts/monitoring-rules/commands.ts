import Type from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { MONITORING_COMMANDS } from '../topics';
import { RuleMode } from './events';
import { BacktestProgress, MAX_BACKTEST_EXAMPLES, RuleView } from './views';

const topic = MONITORING_COMMANDS;
const byTenant = (request: { tenant_id: string }): string => request.tenant_id;

export const createRule = command({
  name: 'pipeline.create-monitoring-rule',
  topic,
  summary: 'Save a new rule.',
  key: byTenant,
  request: Type.Object({
    tenant_id: Id,
    rule_id: Id,
    mode: RuleMode,
    definition: Metadata,
    actor: Type.String(),
  }),
  reply: RuleView,
});

export const updateRule = command({
  name: 'pipeline.update-monitoring-rule',
  topic,
  summary: 'Save a new version of a rule: another definition, another mode, or both.',
  key: byTenant,
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

export const installDefaultRules = command({
  name: 'pipeline.install-default-rules',
  topic,
  summary: 'Give a tenant the default rules that it does not have yet.',
  key: byTenant,
  request: Type.Object({ tenant_id: Id, actor: Type.String() }),
  reply: Type.Object({ installed: Type.Array(RuleView) }),
});

export const backtestRule = command({
  name: 'pipeline.backtest-monitoring-rule',
  topic,
  summary: 'Try a draft on stored history; raises nothing. Answers many times; the last has `done`.',
  key: byTenant,
  request: Type.Object({
    tenant_id: Id,
    definition: Metadata,
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
    max_examples: Type.Integer({ minimum: 0, maximum: MAX_BACKTEST_EXAMPLES }),
  }),
  reply: BacktestProgress,
});
