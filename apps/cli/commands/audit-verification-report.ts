import type { AuditProblem, AuditVerification } from '@probity/contracts/audit/verification';
import { count } from '../output/count';
import { report } from '../output/report';
import { facts } from '../output/table';

/** The progress of a verification, on one line. */
export const auditProgress = ({ checking, entries, events }: AuditVerification): string =>
  `verifying ${checking ?? 'the audit trail'}: ${counted(entries, events)}`;

/** The result of a finished verification. */
export function auditVerificationReport(verification: AuditVerification): string {
  const { verified, entries, events, checkpoints, problems, first, proven, not_proven } = verification;
  return report(
    verified
      ? 'The audit trail verifies.'
      : `The audit trail does NOT verify: ${count(problems, 'problem', 'problems')}.`,
    facts([
      ['compared', `${counted(entries, events)}, ${count(checkpoints, 'signed checkpoint', 'signed checkpoints')}`],
    ]),
    first ? `The first problem:\n${facts(problemFacts(first))}` : '',
    listed('Proven:', proven),
    listed('Not proven:', not_proven),
  );
}

const counted = (entries: number, events: number): string =>
  `${count(entries, 'entry', 'entries')}, ${count(events, 'event', 'events')} of logs`;

const problemFacts = ({ where, kind, entry_id, stream, revision, position, fields, detail }: AuditProblem) =>
  (
    [
      ['where', where],
      ['problem', kind.replace('_', ' ')],
      ['entry', entry_id],
      ['stream', stream === where ? null : stream],
      ['revision', revision],
      ['position in the log', position],
      ['differs in', fields.length > 0 ? fields.join(', ') : null],
      ['detail', detail],
    ] satisfies [string, string | number | null][]
  ).filter(([, value]) => value !== null);

const listed = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `  - ${line}`)].join('\n');
