import type { RuleCheck, RuleView } from '@probity/contracts/monitoring-rules/views';
import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import { command, group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import { printable } from '../output/printable';
import { readJsonFile } from '../files/read-file';
import { BACKTEST_COMMANDS, definitionIn } from './backtest.commands';
import { checkReport, FIGURES_COLUMNS, RULE_COLUMNS, ruleReport } from './rule-report';

export const addRuleCommands = group(
  'rules',
  'the monitoring rules of a tenant: check, try and save them, and see what they found',
  'list --tenant acme',
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
    command({
      usage: 'check <file>',
      summary: 'check a draft rule (a JSON file that is its definition) and print its cost; saves nothing',
      example: 'draft.json',
      path: 'tenants/{tenant}/monitoring-rules/check',
      run: async ({ file }, { backOffice, path, answer, surroundings }) => {
        const check = await backOffice.post<RuleCheck>(path, { definition: definitionIn(await readJsonFile(file)) });
        if (!check.valid) surroundings.exitCode = 2;
        answer(check, checkReport(check));
      },
    }),
    change({
      usage: 'create <file>',
      summary:
        'save a new rule (a JSON file that is its definition); it is a draft that does not run, unless you give a mode',
      example: 'draft.json --reason "transfers to new countries"',
      path: 'tenants/{tenant}/monitoring-rules',
      options: { mode: optional('--mode <mode>', 'the mode; disabled if omitted', RULE_MODES), ...DECISION },
      body: async ({ file, mode, reason }) => ({ definition: definitionIn(await readJsonFile(file)), mode, reason }),
      report: ({ id, definition, mode }: RuleView) => `Rule ${id} (${printable(String(definition.name))}) is ${mode}.`,
    }),
    change({
      usage: 'update <rule-id>',
      summary: 'save a new version of a rule',
      example: '--definition draft.json --reason "a higher amount"',
      path: 'tenants/{tenant}/monitoring-rules/{rule-id}',
      options: { file: required('--definition <file>', 'a JSON file with the definition'), ...DECISION },
      method: 'put',
      body: async ({ file, reason }) => ({ definition: definitionIn(await readJsonFile(file)), reason }),
      report: ({ id, definition, version }: RuleView) =>
        `Rule ${id} (${printable(String(definition.name))}) has version ${version}.`,
    }),
    list({
      usage: 'figures',
      summary: 'count what each rule found in the last 90 days, and how often it was right',
      example: '--mode active',
      path: 'tenants/{tenant}/monitoring-rules/figures',
      filters: {
        mode: optional('--mode <mode>', 'only rules in this mode', RULE_MODES),
        from: optional('--from <time>', 'only what happened at or after this day or time, such as 2026-03-01'),
      },
      columns: FIGURES_COLUMNS,
      nothing: 'Tenant {tenant} has no such rules.',
    }),
    ...BACKTEST_COMMANDS,
  ],
);
