import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import { printable } from '../output/printable';
import { BACKTEST_COMMANDS } from './backtest.commands';
import { RULE_COLUMNS, ruleReport } from './rule-report';

export const addRuleCommands = group(
  'rules',
  'the monitoring rules of a tenant; new rules and versions are saved over the REST API',
  'list --tenant bank',
  [
    list({
      usage: 'list',
      summary: "list a tenant's monitoring rules",
      example: '--mode active',
      path: 'tenants/{tenant}/monitoring-rules',
      filters: { mode: optional('--mode <mode>', 'only rules in this mode', RULE_MODES) },
      columns: RULE_COLUMNS,
      nothing: 'Tenant {tenant} has no such rules.',
    }),
    show({
      usage: 'show <rule-id>',
      summary: 'show a rule',
      path: 'tenants/{tenant}/monitoring-rules/{rule-id}',
      report: ruleReport,
    }),
    change({
      usage: 'mode <rule-id>',
      summary: 'set the mode of a rule: active raises alerts, shadow only stores evidence, disabled does not run',
      example: '--to shadow --reason "too many false alerts"',
      path: 'tenants/{tenant}/monitoring-rules/{rule-id}/mode',
      options: { mode: required('--to <mode>', 'the new mode', RULE_MODES), ...DECISION },
      method: 'put',
      report: ({ id, definition, mode, version }: RuleView) =>
        `Rule ${id} (${printable(String(definition.name))}) is ${mode} from version ${version} on.`,
    }),
    ...BACKTEST_COMMANDS,
  ],
);
