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
    report: ({ id, customer_id, decisions }: AlertDetail) =>
      `Alert ${id} of customer ${customer_id} is ${became} by ${decisions.at(-1)?.officer}.`,
  });

export const addAlertCommands = group('alerts', 'alerts and the decisions on them', 'list --tenant bank', [
  list({
    usage: 'list',
    summary: "list a tenant's alerts, newest first",
    example: '--status open --severity critical',
    path: 'tenants/{tenant}/alerts',
    filters: {
      status: optional('--status <status>', 'only alerts with this status', ALERT_STATUSES),
      severity: optional('--severity <severity>', 'only alerts with this severity', SEVERITIES),
      source: optional('--source <source>', 'only alerts from this source', ALERT_SOURCES),
      alert_type: optional('--type <type>', 'only alerts of this type, such as sanctions_match'),
      customer_id: optional('--customer <id>', 'only alerts of this customer'),
    },
    columns: ALERT_COLUMNS,
    nothing: 'Tenant {tenant} has no such alerts.',
  }),
  show({
    usage: 'show <alert-id>',
    summary: 'show an alert with its evidence and decisions',
    path: 'tenants/{tenant}/alerts/{alert-id}',
    report: alertReport,
  }),
  decide('resolve', 'close an alert that you have handled', 'resolved', '--as handled ', {
    resolution: required(
      '--as <resolution>',
      'confirmed_match: the customer is the listed party; reported: you reported it to the authorities; ' +
        'escalated: you handed it on, for example to an authority that decides',
      RESOLUTIONS,
    ),
  }),
  decide(
    'dismiss',
    'close an alert as a false positive; the same customer and list entry raise no further alert',
    'dismissed',
  ),
  decide('escalate', 'hand an alert to a colleague for a closer review; it stays active', 'escalated'),
]);
