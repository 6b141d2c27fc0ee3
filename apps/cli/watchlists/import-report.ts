import type { ImportResult } from '@probity/contracts/watchlists/views';
import { count } from '../output/count';
import { facts, table } from '../output/table';
import type { ImportProgress } from './import-list';
import type { FileIssue, ImportIssues } from './import-issues';

/** What became of an import, for machines. */
export interface ImportOutcome extends ImportResult {
  format: string;
  unchanged: number;
  skipped: number;
  malformed: number;
  /** the first of the malformed ones */
  malformed_records: FileIssue[];
  skipped_by_reason: Record<string, number>;
  /** files that the list can have and that were not there, by their role */
  absent_files: string[];
}

export function importOutcome(
  result: ImportResult,
  format: string,
  absent: string[],
  issues: Pick<ImportIssues, 'malformed' | 'skipped' | 'first' | 'reasons'>,
): ImportOutcome {
  return {
    ...result,
    format,
    unchanged: result.entries - result.added - result.changed,
    skipped: issues.skipped,
    malformed: issues.malformed,
    malformed_records: issues.first,
    skipped_by_reason: Object.fromEntries(issues.reasons),
    absent_files: absent,
  };
}

export function importProgress({ read, sent, share }: ImportProgress, issues: number): string {
  const percent = Math.min(100, Math.floor(100 * share));
  return (
    `read ${count(read, 'entry', 'entries')} (${percent}%), sent ${sent.toLocaleString('en-US')}, ` +
    count(issues, 'issue', 'issues')
  );
}

const COLUMNS = [
  { title: '  FILE', value: (row: FileIssue) => `  ${row.file}` },
  { title: 'LINE', value: (row: FileIssue) => String(row.line), align: 'right' as const },
  { title: 'WHAT IS WRONG', value: (row: FileIssue) => row.reason },
  { title: 'WHAT IS THERE', value: (row: FileIssue) => row.excerpt },
];

/** What became of an import, for people. */
export function importReport(outcome: ImportOutcome, issuesFile: string | undefined): string {
  const { list, version, added, changed, removed } = outcome;
  const number = (value: number): string => value.toLocaleString('en-US');
  const parts = [
    added + changed + removed === 0
      ? `Nothing in ${list} changed; version ${version} still applies.`
      : `Version ${version} of ${list} applies now.`,
    facts([
      ['entries', number(outcome.entries)],
      ['added', number(added)],
      ['changed', number(changed)],
      ['removed', number(removed)],
      ['unchanged', number(outcome.unchanged)],
      ['skipped', number(outcome.skipped)],
      ['malformed', number(outcome.malformed)],
    ]),
  ];
  if (outcome.absent_files.length > 0) {
    parts.push(`Without what ${outcome.absent_files.join(', ')} of ${outcome.format} would add: not among the files.`);
  }
  if (outcome.skipped > 0) {
    const reasons = Object.entries(outcome.skipped_by_reason).sort(([, a], [, b]) => b - a);
    parts.push(`Skipped, because:\n${facts(reasons.map(([reason, times]) => [number(times), reason]))}`);
  }
  if (outcome.malformed > 0) {
    const rest = outcome.malformed - outcome.malformed_records.length;
    const more =
      rest === 0
        ? ''
        : `\n  and ${number(rest)} more${issuesFile === undefined ? '; --issues <file> writes all of them' : ''}`;
    parts.push(`Malformed, and left out:\n${table(outcome.malformed_records, COLUMNS, '')}${more}`);
  }
  if (issuesFile !== undefined) parts.push(`All that was skipped or malformed is in ${issuesFile}.`);
  return parts.join('\n\n');
}
