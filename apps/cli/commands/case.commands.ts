import { type Command, Option } from 'commander';
import type { CaseOutcome } from '@probity/contracts/cases/events';
import type { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import { CASE_OUTCOMES, CASE_STATUSES } from '@probity/contracts/cases/words';
import { apiPath } from '../connection/api-path';
import { listUpTo, moreText } from '../connection/list-up-to';
import { group, subcommand } from '../help';
import { count } from '../output/count';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { CASE_COLUMNS, caseReport } from './case-report';
import { type DecisionOptions, type OfficerOption, officerOf, withDecision, withOfficer } from './decision-options';
import { type LimitOption, withLimit } from './limit-option';
import { type TenantOption, withTenant } from './tenant-option';

const ID = '0199d5a0-0000-7000-8000-000000000000';
const ANOTHER_ID = '0199d5a0-0000-7000-8000-000000000001';

interface CaseFilterOptions extends TenantOption, LimitOption {
  status?: CaseView['status'];
  customer?: string;
}

interface OpenOptions extends TenantOption, DecisionOptions {
  customer: string;
  title: string;
  alert?: string[];
}

interface AddOptions extends TenantOption, DecisionOptions {
  alert: string[];
}

interface NoteOptions extends TenantOption, OfficerOption {
  note: string;
}

interface CloseOptions extends TenantOption, DecisionOptions {
  outcome: CaseOutcome;
}

export function addCaseCommands(program: Command, surroundings: Surroundings): void {
  const cases = group(program, 'cases', 'investigations, which group alerts', 'cases list --tenant bank --status open');
  const pathOf = (tenant: string, ...rest: string[]): string => apiPath('tenants', tenant, 'cases', ...rest);

  const list = subcommand(cases, 'list', "list a tenant's cases, newest first", 'cases list --tenant bank')
    .addOption(new Option('--status <status>', 'only cases of this status').choices(CASE_STATUSES))
    .option('--customer <id>', 'only cases of this customer');
  withLimit(withTenant(list)).action(async (options: CaseFilterOptions, command: Command) => {
    const { tenant, limit, status, customer } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const found = await listUpTo<CaseView>(backOffice, pathOf(tenant), { status, customer_id: customer }, limit);
    answer(found, table(found.items, CASE_COLUMNS, `Tenant ${tenant} has no such cases.`) + moreText(found));
  });

  const show = subcommand(
    cases,
    'show <case-id>',
    'show a case with everything that was said and done in it',
    `cases show --tenant bank ${ID}`,
  );
  withTenant(show).action(async (caseId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const found = await backOffice.get<CaseDetail>(pathOf(tenant, caseId));
    answer(found, caseReport(found));
  });

  const open = subcommand(
    cases,
    'open',
    'open an investigation of a customer',
    `cases open --tenant bank --customer ${ID} --title "Possible structuring" --alert ${ANOTHER_ID} --reason "three deposits in a day"`,
  )
    .requiredOption('--customer <id>', 'the customer that is investigated')
    .requiredOption('--title <title>', 'what it is about, in a few words')
    .option('--alert <id...>', 'an alert of this customer; repeat it for more');
  withDecision(withTenant(open)).action(async (options: OpenOptions, command: Command) => {
    const { tenant, customer, title, alert = [], reason } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { customer_id: customer, title, alert_ids: alert, reason, officer: officerOf(options) };
    const opened = await backOffice.post<CaseDetail>(pathOf(tenant), body);
    answer(opened, `Opened case ${opened.id} with ${count(opened.alert_ids.length, 'alert', 'alerts')}.`);
  });

  const add = subcommand(
    cases,
    'add <case-id>',
    'add alerts of the same customer to a case',
    `cases add --tenant bank ${ID} --alert ${ANOTHER_ID} --reason "the same pattern"`,
  ).requiredOption('--alert <id...>', 'an alert; repeat it for more');
  withDecision(withTenant(add)).action(async (caseId: string, options: AddOptions, command: Command) => {
    const { tenant, alert, reason } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { alert_ids: alert, reason, officer: officerOf(options) };
    const changed = await backOffice.post<CaseDetail>(pathOf(tenant, caseId, 'alerts'), body);
    answer(changed, `Case ${changed.id} has ${count(changed.alert_ids.length, 'alert', 'alerts')} now.`);
  });

  const note = subcommand(
    cases,
    'note <case-id>',
    'add a note to a case',
    `cases note --tenant bank ${ID} --note "asked the customer for the invoices"`,
  ).requiredOption('--note <text>', 'what to note');
  withOfficer(withTenant(note)).action(async (caseId: string, options: NoteOptions, command: Command) => {
    const { tenant, note: text } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { note: text, officer: officerOf(options) };
    const changed = await backOffice.post<CaseDetail>(pathOf(tenant, caseId, 'notes'), body);
    answer(changed, `Added the note to case ${changed.id}.`);
  });

  const close = subcommand(
    cases,
    'close <case-id>',
    'close a case; its alerts stay what they are',
    `cases close --tenant bank ${ID} --outcome no_action --reason "the invoices explain it"`,
  ).addOption(new Option('--outcome <outcome>', 'what came of it').choices(CASE_OUTCOMES).makeOptionMandatory());
  withDecision(withTenant(close)).action(async (caseId: string, options: CloseOptions, command: Command) => {
    const { tenant, outcome, reason } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { outcome, reason, officer: officerOf(options) };
    const closed = await backOffice.post<CaseDetail>(pathOf(tenant, caseId, 'close'), body);
    answer(closed, `Closed case ${closed.id}: ${closed.outcome}.`);
  });
}
