import { backtestRule, createRule, installDefaultRules, updateRule } from '../../monitoring-rules/commands';
import { CUSTOMER_ID, EVENT_ID, POSTED_AT, RULE_ID, TENANT_ID } from '../example-ids';
import { about } from './command-note';
import { EXAMPLE_RULE, RULE_DEFINITION } from './monitoring-rule-example';

const actor = 'institution';

export const MONITORING_RULE_COMMAND_NOTES = [
  about(
    createRule,
    'Save a new rule.',
    { tenant_id: TENANT_ID, rule_id: RULE_ID, mode: 'active', definition: RULE_DEFINITION, actor },
    EXAMPLE_RULE,
  ),
  about(
    updateRule,
    'Save a new version of a rule: another definition, another mode, or both.',
    { tenant_id: TENANT_ID, rule_id: RULE_ID, mode: 'shadow', expected_version: 1, actor },
    { ...EXAMPLE_RULE, version: 2, mode: 'shadow', updated_at: POSTED_AT },
  ),
  about(
    installDefaultRules,
    'Give a tenant the default rules that it does not have yet.',
    { tenant_id: TENANT_ID, actor: 'system' },
    { installed: [] },
  ),
  about(
    backtestRule,
    'Try a draft on stored history; raises nothing. Answers many times; the last has `done`.',
    { tenant_id: TENANT_ID, definition: RULE_DEFINITION, from: '2026-01-01T00:00:00.000Z', max_examples: 1 },
    {
      done: true,
      events: 48_000,
      customers: 900,
      hit_events: 3,
      hit_customers: 2,
      alerts: 3,
      examples: [{ event_id: EVENT_ID, customer_id: CUSTOMER_ID }],
    },
  ),
];
