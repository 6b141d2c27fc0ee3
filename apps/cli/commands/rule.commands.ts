import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BacktestProgress, RuleView } from '@probity/contracts/monitoring-rules/views';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { apiPath } from '../connection/api-path';
import { follow } from '../connection/follow';
import { listUpTo, moreText } from '../connection/list-up-to';
import { readJsonFile } from '../files/read-file';
import { group, subcommand } from '../help';
import { printable } from '../output/printable';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type OfficerOption, officerOf, withOfficer } from './decision-options';
import { type LimitOption, withLimit } from './limit-option';
import { backtestProgress, backtestReport, RULE_COLUMNS, ruleReport } from './rule-report';
import { type TenantOption, withTenant } from './tenant-option';
import { words } from './words';

const MODES = words<RuleMode>({ active: true, shadow: true, disabled: true });

const ID = '0199d5a0-0000-7000-8000-000000000000';

interface RuleFilterOptions extends TenantOption, LimitOption {
  mode?: RuleMode;
}

interface ModeOptions extends TenantOption, OfficerOption {
  to: RuleMode;
}

interface BacktestOptions extends TenantOption {
  from?: string;
  until?: string;
  examples: number;
}

export function addRuleCommands(program: Command, surroundings: Surroundings): void {
  const rules = group(program, 'rules', 'the monitoring rules of a tenant', 'rules list --tenant bank');
  const pathOf = (tenant: string, ...rest: string[]): string => apiPath('tenants', tenant, 'monitoring-rules', ...rest);

  const list = subcommand(
    rules,
    'list',
    "list a tenant's monitoring rules",
    'rules list --tenant bank --mode active',
  ).addOption(new Option('--mode <mode>', 'only rules in this mode').choices(MODES));
  withLimit(withTenant(list)).action(async ({ tenant, limit, mode }: RuleFilterOptions, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const found = await listUpTo<RuleView>(backOffice, pathOf(tenant), { mode }, limit);
    answer(found, table(found.items, RULE_COLUMNS, `Tenant ${tenant} has no such rules.`) + moreText(found));
  });

  const show = subcommand(rules, 'show <rule-id>', 'show a rule', `rules show --tenant bank ${ID}`);
  withTenant(show).action(async (ruleId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const rule = await backOffice.get<RuleView>(pathOf(tenant, ruleId));
    answer(rule, ruleReport(rule));
  });

  const mode = subcommand(
    rules,
    'mode <rule-id>',
    'let a rule raise alerts (active), only leave evidence (shadow), or rest (disabled)',
    `rules mode --tenant bank ${ID} --to shadow`,
  ).addOption(new Option('--to <mode>', 'the new mode').choices(MODES).makeOptionMandatory());
  withOfficer(withTenant(mode)).action(async (ruleId: string, options: ModeOptions, command: Command) => {
    const { tenant, to } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { mode: to, officer: officerOf(options) };
    const rule = await backOffice.put<RuleView>(pathOf(tenant, ruleId, 'mode'), body);
    const name = printable(String(rule.definition.name));
    answer(rule, `Rule ${rule.id} (${name}) is ${rule.mode} from version ${rule.version} on.`);
  });

  const backtest = subcommand(
    rules,
    'backtest <file>',
    'run a draft, a JSON file with the definition of a rule, over stored history; raises nothing',
    'rules backtest --tenant bank draft.json --from 2026-01-01',
  )
    .option('--from <time>', 'only events from this day or time on, such as 2026-03-01')
    .option('--until <time>', 'only events before this day or time')
    .option('--examples <number>', 'hits to show at most, up to 100', examples, 10);
  withTenant(backtest).action(async (file: string, options: BacktestOptions, command: Command) => {
    const { tenant, from, until, examples: max_examples } = options;
    const { backOffice, answer, progress } = openSession(command, surroundings);
    const definition = await readJsonFile(file);
    const body = { definition, from, to: until, max_examples };
    const reports = backOffice.postForLines<BacktestProgress>(pathOf(tenant, 'backtest'), body);
    const outcome = await follow(reports, (report) => progress.show(backtestProgress(report))).finally(progress.clear);
    answer(outcome, backtestReport(outcome));
  });
}

function examples(text: string): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (!(number <= 100)) throw new InvalidArgumentError('It must be a whole number from 0 to 100, such as 10.');
  return number;
}
