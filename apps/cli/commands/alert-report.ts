import type { MatchedEntry } from '@probity/contracts/alerts/events';
import type { AlertDetail, AlertView } from '@probity/contracts/alerts/views';
import { outline } from '../output/outline';
import { printable } from '../output/printable';
import { type Column, facts } from '../output/table';
import { isRuleEvidence, ruleEvidenceText } from './rule-evidence';
import { isScreeningEvidence, screeningEvidenceText } from './screening-evidence';

export const ALERT_COLUMNS: Column<AlertView>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'RAISED', value: (row) => row.created_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'TYPE', value: (row) => row.alert_type },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'TITLE', value: (row) => row.title },
];

/** An alert with everything that explains it, for whoever decides on it. */
export function alertReport(alert: AlertDetail): string {
  const parts = [
    `Alert ${alert.id}: ${printable(alert.title)}`,
    facts([
      ['status', alert.status],
      ['severity', alert.severity],
      ['type', alert.alert_type],
      ['found by', alert.source],
      ['customer', alert.customer_id],
      ['set off by', alert.trigger_ref],
      ['event', alert.event_id ?? '-'],
      ['case', alert.case_id ?? '-'],
      ['raised', alert.created_at],
    ]),
  ];
  if (alert.match) parts.push(`What matched:\n${matchText(alert.match as unknown as MatchedEntry)}`);
  if (!isEmpty(alert.evidence)) parts.push(`Evidence:\n${evidenceText(alert.evidence)}`);
  const metadata = unsaid(alert);
  if (!isEmpty(metadata)) parts.push(`Metadata:\n${outline(metadata)}`);
  if (alert.decisions.length > 0) parts.push(`Decisions:\n${decisionsText(alert)}`);
  return parts.join('\n\n');
}

function matchText({ subject, subject_name, matched_name, score, list, entry_id, topics }: MatchedEntry): string {
  return facts([
    [subject.replaceAll('_', ' '), subject_name],
    ['is like', matched_name],
    ['score', String(score)],
    ['entry', `${entry_id} of ${list}`],
    ['listed for', topics.join(', ')],
  ]);
}

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

/** The metadata without what the match and the rule have said before. */
function unsaid({ metadata, match, evidence }: AlertDetail): object {
  const rule = isRuleEvidence(evidence) ? evidence.definition : undefined;
  const said: Record<string, unknown> = { ...match, ...(rule && { rule: rule.name, reason: rule.reason }) };
  return Object.fromEntries(
    Object.entries(metadata).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(said[name])),
  );
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;
