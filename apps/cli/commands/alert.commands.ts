import type { AlertDetail } from '@probity/contracts/alerts/views';
import { ALERT_SOURCES, ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from '@probity/contracts/alerts/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, type Fields, optional, required } from '../declaration/options';
import { ALERT_COLUMNS, alertReport } from './alert-report';

const decide = (name: string, summary: string, became: string, example = '', options: Fields = {}) =>
  change({
    usage: `${name} <alert-id>`,
    summary,
    example: `${example}--reason "another date of birth, seen on the passport"`,
    path: `tenants/{tenant}/alerts/{alert-id}/${name}`,
    options: { ...options, ...DECISION },
    report: ({ id, customer_id }: AlertDetail, { officer }) =>
      `Alert ${id} of customer ${customer_id} is ${became} by ${officer}.`,
  });

export const addAlertCommands = group('alerts', 'alerts, and what is decided on them', 'list --tenant bank', [
  list({
    usage: 'list',
    summary: "list a tenant's alerts, newest first",
    example: '--status open --severity critical',
    path: 'tenants/{tenant}/alerts',
    filters: {
      status: optional('--status <status>', 'only alerts of this status', ALERT_STATUSES),
      severity: optional('--severity <severity>', 'only alerts of this severity', SEVERITIES),
      source: optional('--source <source>', 'only alerts that were found by this', ALERT_SOURCES),
      alert_type: optional('--type <type>', 'only alerts of this type, such as sanctions_match'),
      customer_id: optional('--customer <id>', 'only alerts of this customer'),
    },
    columns: ALERT_COLUMNS,
    nothing: 'Tenant {tenant} has no such alerts.',
  }),
  show({
    usage: 'show <alert-id>',
    summary: 'show an alert with its evidence and what was decided on it',
    path: 'tenants/{tenant}/alerts/{alert-id}',
    report: alertReport,
  }),
  decide('resolve', 'close an alert that was handled', 'resolved', '--as handled ', {
    resolution: required(
      '--as <resolution>',
      'confirmed_match: the customer is the listed one; reported: to the authorities',
      RESOLUTIONS,
    ),
  }),
  decide('dismiss', 'close an alert as a false positive; the same pair raises no alert again', 'dismissed'),
  decide('escalate', 'mark an alert for a closer look; it stays active', 'escalated'),
]);
