import type { RuleView } from '@probity/contracts/monitoring-rules/views';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { group } from '../declaration/command';
import { change, list, longChange, show } from '../declaration/kinds';
import { defaulted, number, OFFICER, optional, required } from '../declaration/options';
import { readJsonFile } from '../files/read-file';
import { printable } from '../output/printable';
import { backtestProgress, backtestReport, RULE_COLUMNS, ruleReport } from './rule-report';

export const addRuleCommands = group('rules', 'the monitoring rules of a tenant', 'list --tenant bank', [
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
    example: '--to shadow',
    path: 'tenants/{tenant}/monitoring-rules/{rule-id}/mode',
    options: { mode: required('--to <mode>', 'the new mode', RULE_MODES), officer: OFFICER },
    method: 'put',
    report: ({ id, definition, mode, version }: RuleView) =>
      `Rule ${id} (${printable(String(definition.name))}) is ${mode} from version ${version} on.`,
  }),
  longChange({
    usage: 'backtest <file>',
    summary: 'run a draft rule (a JSON file with a definition) over stored history; raises no alerts',
    example: 'draft.json --from 2026-01-01',
    path: 'tenants/{tenant}/monitoring-rules/backtest',
    options: {
      from: optional('--from <time>', 'only events at or after this day or time, such as 2026-03-01'),
      to: optional('--until <time>', 'only events before this day or time'),
      max_examples: defaulted(
        '--examples <number>',
        'the maximum number of matches to show, up to 100',
        number(/^\d{1,3}$/, 'a whole number from 0 to 100, such as 10', 100),
        10,
      ),
    },
    body: async ({ file, from, to, max_examples }) => ({
      definition: await readJsonFile(file),
      from,
      to,
      max_examples,
    }),
    progress: backtestProgress,
    report: backtestReport,
  }),
]);
