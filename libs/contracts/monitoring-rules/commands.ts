import Type from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { MONITORING_COMMANDS } from '../topics';
import { RULE_MODES } from './events';
import { BacktestProgress, MAX_BACKTEST_EXAMPLES, RuleView } from './views';

const topic = MONITORING_COMMANDS;
const byTenant = (request: { tenant_id: string }): string => request.tenant_id;

/** Saves a new rule. */
export const createRule = command({
  name: 'pipeline.create-monitoring-rule',
  topic,
  key: byTenant,
  request: Type.Object({
    tenant_id: Id,
    rule_id: Id,
    mode: Type.Enum(RULE_MODES),
    definition: Metadata,
    actor: Type.String(),
  }),
  reply: RuleView,
});

/** Saves a new version of a rule: another definition, another mode, or both. */
export const updateRule = command({
  name: 'pipeline.update-monitoring-rule',
  topic,
  key: byTenant,
  request: Type.Object({
    tenant_id: Id,
    rule_id: Id,
    mode: Type.Optional(Type.Enum(RULE_MODES)),
    definition: Type.Optional(Metadata),
    expected_version: Type.Optional(Type.Integer()),
    actor: Type.String(),
  }),
  reply: RuleView,
});

/** Gives a tenant the default rules that it does not have yet. */
export const installDefaultRules = command({
  name: 'pipeline.install-default-rules',
  topic,
  key: byTenant,
  request: Type.Object({ tenant_id: Id, actor: Type.String() }),
  reply: Type.Object({ installed: Type.Array(RuleView) }),
});

/** Runs a draft over stored history; raises nothing; replies many times. */
export const backtestRule = command({
  name: 'pipeline.backtest-monitoring-rule',
  topic,
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
