import Type from 'typebox';
import { command } from '../declaration/command';
import { CUSTOMER_ID, EVENT_ID, POSTED_AT, RULE_ID, TENANT_ID } from '../example-ids';
import { Id, Metadata, Timestamp } from '../fields';
import { MONITORING_COMMANDS } from '../topics';
import { EXAMPLE_DEFINITION, RuleMode } from './events';
import { BacktestProgress, EXAMPLE_RULE, MAX_BACKTEST_EXAMPLES, RuleView } from './views';

const topic = MONITORING_COMMANDS;
const byTenant = (request: { tenant_id: string }): string => request.tenant_id;
const actor = 'institution';

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
  example: {
    request: { tenant_id: TENANT_ID, rule_id: RULE_ID, mode: 'active', definition: EXAMPLE_DEFINITION, actor },
    reply: EXAMPLE_RULE,
  },
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
  example: {
    request: { tenant_id: TENANT_ID, rule_id: RULE_ID, mode: 'shadow', expected_version: 1, actor },
    reply: { ...EXAMPLE_RULE, version: 2, mode: 'shadow', updated_at: POSTED_AT },
  },
});

export const installDefaultRules = command({
  name: 'pipeline.install-default-rules',
  topic,
  summary: 'Give a tenant the default rules that it does not have yet.',
  key: byTenant,
  request: Type.Object({ tenant_id: Id, actor: Type.String() }),
  reply: Type.Object({ installed: Type.Array(RuleView) }),
  example: { request: { tenant_id: TENANT_ID, actor: 'system' }, reply: { installed: [] } },
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
  example: {
    request: {
      tenant_id: TENANT_ID,
      definition: EXAMPLE_DEFINITION,
      from: '2026-01-01T00:00:00.000Z',
      max_examples: 1,
    },
    reply: {
      done: true,
      events: 48_000,
      customers: 900,
      hit_events: 3,
      hit_customers: 2,
      alerts: 3,
      examples: [{ event_id: EVENT_ID, customer_id: CUSTOMER_ID }],
    },
  },
});
