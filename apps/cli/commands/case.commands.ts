import type { CaseDetail } from '@probity/contracts/cases/views';
import { CASE_OUTCOMES, CASE_STATUSES } from '@probity/contracts/cases/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional, repeated, required } from '../declaration/options';
import { count } from '../output/count';
import { CASE_FILE_COMMANDS } from './case-file.commands';
import { CASE_COLUMNS, caseReport } from './case-report';

const ID = '0199d5a0-0000-7000-8000-000000000000';
const ANOTHER_ID = '0199d5a0-0000-7000-8000-000000000001';

const alertsOf = ({ alert_ids }: CaseDetail): string => count(alert_ids.length, 'alert', 'alerts');

export const addCaseCommands = group(
  'cases',
  'cases: investigations that group alerts',
  'list --tenant acme --status open',
  [
    list({
      usage: 'list',
      summary: "list a tenant's cases, newest first",
      path: 'tenants/{tenant}/cases',
      filters: {
        status: optional('--status <status>', 'only cases with this status', CASE_STATUSES),
        customer_id: optional('--customer <id>', 'only cases of this customer'),
      },
      columns: CASE_COLUMNS,
      nothing: 'Tenant {tenant} has no such cases.',
    }),
    show({
      usage: 'show <case-id>',
      summary: 'show a case with its alerts and history',
      path: 'tenants/{tenant}/cases/{case-id}',
      report: caseReport,
    }),
    change({
      usage: 'open',
      summary: 'open a case about a customer',
      example: `--customer ${ID} --title "Possible structuring" --alert ${ANOTHER_ID} --reason "three deposits in a day"`,
      path: 'tenants/{tenant}/cases',
      options: {
        customer_id: required('--customer <id>', 'the customer that the case is about'),
        title: required('--title <title>', 'the subject of the case, in a few words'),
        alert_ids: repeated('--alert <id>', 'an alert of this customer'),
        ...DECISION,
      },
      report: (opened: CaseDetail) => `Opened case ${opened.id} with ${alertsOf(opened)}.`,
    }),
    change({
      usage: 'add <case-id>',
      summary: 'add alerts of the same customer to a case',
      example: `--alert ${ANOTHER_ID} --reason "the same pattern"`,
      path: 'tenants/{tenant}/cases/{case-id}/alerts',
      options: { alert_ids: repeated('--alert <id>', 'an alert').makeOptionMandatory(), ...DECISION },
      report: (changed: CaseDetail) => `Case ${changed.id} now has ${alertsOf(changed)}.`,
    }),
    change({
      usage: 'note <case-id>',
      summary: 'add a note to a case',
      example: '--note "asked the customer for the invoices"',
      path: 'tenants/{tenant}/cases/{case-id}/notes',
      options: { note: required('--note <text>', 'the text of the note') },
      report: ({ id }: CaseDetail) => `Added the note to case ${id}.`,
    }),
    change({
      usage: 'close <case-id>',
      summary: 'close a case; the status of its alerts does not change',
      example: '--outcome no_action --reason "the invoices explain it"',
      path: 'tenants/{tenant}/cases/{case-id}/close',
      options: {
        outcome: required('--outcome <outcome>', 'the outcome of the investigation', CASE_OUTCOMES),
        ...DECISION,
      },
      report: ({ id, outcome }: CaseDetail) => `Closed case ${id}: ${outcome}.`,
    }),
    ...CASE_FILE_COMMANDS,
  ],
);
