import type { MatchedEntry, Reopening } from '@probity/contracts/alerts/events';
import type { AlertDetail, AlertView, QueuedAlert } from '@probity/contracts/alerts/views';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { type Columns, facts } from '../output/table';
import { isRuleEvidence, ruleEvidenceText } from './rule-evidence';
import { isScreeningEvidence, screeningEvidenceText } from './screening-evidence';

export const ALERT_COLUMNS: Columns<AlertView> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'RAISED', value: (row) => row.created_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'TYPE', value: (row) => row.alert_type },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'TITLE', value: (row) => row.title },
];

export const QUEUE_COLUMNS: Columns<QueuedAlert> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'DUE', value: (row) => row.due_at },
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'TYPE', value: (row) => row.alert_type },
  { title: 'ASSIGNED TO', value: (row) => row.assignee ?? '-' },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'TAGS', value: (row) => row.tags.join(' ') },
  { title: 'TITLE', value: (row) => row.title },
];

/** An alert with its match, evidence and decisions, for the officer who decides on it. */
export function alertReport(alert: AlertDetail): string {
  return report(
    `Alert ${alert.id}: ${printable(alert.title)}`,
    facts([
      ['status', alert.status],
      ['severity', alert.severity],
      ['type', alert.alert_type],
      ['source', alert.source],
      ['customer', alert.customer_id],
      ['triggered by', alert.trigger_ref],
      ['event', alert.event_id],
      ['case', alert.case_id],
      ['raised', alert.created_at],
      ['due', alert.due_at],
      ['assigned to', alert.assignee],
      ['snoozed until', alert.snoozed_until],
      ['tags', alert.tags.join(', ') || null],
      ['reopens', alert.reopened?.alert_id ?? null],
      ['reopened as', alert.reopened_as],
    ]),
    alert.reopened ? section('Why it was reopened', reopeningText(alert.reopened)) : '',
    alert.match ? section('What matched', matchText(alert.match as unknown as MatchedEntry)) : '',
    section('Evidence', evidenceText(alert.evidence)),
    section('Metadata', outline(unsaid(alert))),
    section('Decisions', decisionsText(alert)),
  );
}

function matchText({ subject, part, subject_name, matched_name, score, list, entry_id, topics }: MatchedEntry): string {
  return facts([
    [(part ?? subject).replaceAll('_', ' '), subject_name],
    ['matches', matched_name],
    ['score', score],
    ['entry', `${entry_id} of ${list}`],
    ['listed for', topics.join(', ')],
  ]);
}

const reopeningText = ({ officer, reason }: Reopening): string => facts([[officer, reason]]);

function decisionsText({ decisions }: AlertDetail): string {
  return facts(
    decisions.map(({ decision, resolution, reason, officer, decided_at }) => [
      decided_at,
      `${decision}${resolution === null ? '' : ` (${resolution})`} by ${officer}: ${reason}`,
    ]),
  );
}

function evidenceText(evidence: object): string {
  if (isRuleEvidence(evidence)) return ruleEvidenceText(evidence);
  return isScreeningEvidence(evidence) ? screeningEvidenceText(evidence) : outline(evidence);
}

/** The metadata without the members that the match and the rule already show. */
function unsaid({ metadata, match, evidence }: AlertDetail): object {
  const rule = isRuleEvidence(evidence) ? evidence.definition : undefined;
  const said: Record<string, unknown> = { ...match, ...(rule && { rule: rule.name, reason: rule.reason }) };
  return Object.fromEntries(
    Object.entries(metadata).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(said[name])),
  );
}
