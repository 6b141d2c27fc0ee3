import type { AlertDetail } from '@probity/contracts/alerts/views';
import { ALERT_SOURCES, ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from '@probity/contracts/alerts/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, type Fields, optional, repeated, required } from '../declaration/options';
import { decideGroup, GROUP_COLUMNS } from './alert-group.commands';
import { ALERT_COLUMNS, alertReport, QUEUE_COLUMNS } from './alert-report';
import { recomputeAlert } from './recompute-alert.commands';
import { similarAlerts } from './similar-alerts.commands';

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

export const addAlertCommands = group('alerts', 'alerts and the decisions on them', 'list --tenant acme', [
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
  list({
    usage: 'queue',
    summary: 'list the alerts that are not closed, those due first at the top',
    example: '--assignee none',
    path: 'tenants/{tenant}/alerts/queue',
    filters: {
      assignee: optional('--assignee <account>', 'only alerts of this account; also: me, none'),
      only: optional('--only <part>', 'only alerts that are overdue, or that are put off', ['overdue', 'snoozed']),
      severity: optional('--severity <severity>', 'only alerts with this severity', SEVERITIES),
      source: optional('--source <source>', 'only alerts from this source', ALERT_SOURCES),
      alert_type: optional('--type <type>', 'only alerts of this type, such as sanctions_match'),
      tag: optional('--tag <tag>', 'only alerts with this tag'),
      group: optional('--group <id>', 'only alerts of this group'),
    },
    columns: QUEUE_COLUMNS,
    nothing: 'Tenant {tenant} has no such alerts in its queue.',
  }),
  list({
    usage: 'groups',
    summary: 'list groups of active alerts about the same party and list entry, the largest first',
    path: 'tenants/{tenant}/alerts/groups',
    columns: GROUP_COLUMNS,
    nothing: 'Tenant {tenant} has no groups of active alerts.',
  }),
  decideGroup,
  show({
    usage: 'show <alert-id>',
    summary: 'show an alert with its evidence and decisions',
    path: 'tenants/{tenant}/alerts/{alert-id}',
    report: alertReport,
  }),
  similarAlerts,
  recomputeAlert,
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
  change({
    usage: 'assign <alert-id>',
    summary: 'assign an alert to a member of staff',
    example: '--to me',
    path: 'tenants/{tenant}/alerts/{alert-id}/assign',
    options: {
      assignee: required('--to <account>', 'the account; me: yourself; none: its member of staff hands it back'),
      if_unassigned: optional('--if-unassigned', 'only if no other member of staff has it'),
    },
    report: ({ id, assignee }: AlertDetail) =>
      assignee === null ? `Alert ${id} is assigned to no member of staff.` : `Alert ${id} is assigned to ${assignee}.`,
  }),
  change({
    usage: 'snooze <alert-id>',
    summary: 'put an alert off; it stays active, and is due as before',
    example: '--until 2027-01-04 --reason "waits for the passport"',
    path: 'tenants/{tenant}/alerts/{alert-id}/snooze',
    options: {
      until: required('--until <time>', 'a day or a time, at most 366 days ahead; now: it is no longer put off'),
      ...DECISION,
    },
    report: ({ id, snoozed_until }: AlertDetail) =>
      snoozed_until === null ? `Alert ${id} is no longer put off.` : `Alert ${id} is put off until ${snoozed_until}.`,
  }),
  change({
    usage: 'tag <alert-id>',
    summary: 'replace the tags of an alert; without --tag, it has none',
    example: '--tag waits-for-customer',
    path: 'tenants/{tenant}/alerts/{alert-id}/tags',
    method: 'put',
    options: { tags: repeated('--tag <tag>', 'a word of yours, without personal data, such as waits-for-customer') },
    body: ({ tags }) => ({ tags: tags ?? [] }),
    report: ({ id, tags }: AlertDetail) =>
      tags.length === 0 ? `Alert ${id} has no tags.` : `Alert ${id} has the tags ${tags.join(', ')}.`,
  }),
  change({
    usage: 'reopen <alert-id>',
    summary: 'raise a closed alert again, as a new alert; the closed one stays as it was decided',
    example: '--reason "the passport was forged"',
    path: 'tenants/{tenant}/alerts/{alert-id}/reopen',
    options: DECISION,
    report: ({ id, reopened }: AlertDetail) => `Alert ${reopened?.alert_id} is reopened as alert ${id}.`,
  }),
  decide('escalate', 'hand an alert to a colleague for a closer review; it stays active', 'escalated'),
]);
