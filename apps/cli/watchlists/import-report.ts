import type { ImportResult } from '@probity/contracts/watchlists/views';
import type { ImportIssue } from '@probity/watchlists/importer';
import { count } from '../output/count';
import { report, section } from '../output/report';
import { type Columns, facts, indentedTable } from '../output/table';
import type { ImportProgress } from './import-list';
import type { ImportIssues } from './import-issues';

/** What became of an import, for machines. */
export interface ImportOutcome extends ImportResult {
  format: string;
  unchanged: number;
  skipped: number;
  malformed: number;
  /** the first of the malformed ones */
  malformed_records: ImportIssue[];
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

const COLUMNS: Columns<ImportIssue> = [
  { title: 'FILE', value: (row) => row.file },
  { title: 'LINE', value: (row) => row.line, align: 'right' },
  { title: 'WHAT IS WRONG', value: (row) => row.reason },
  { title: 'WHAT IS THERE', value: (row) => row.excerpt },
];
const number = (value: number): string => value.toLocaleString('en-US');

/** What became of an import, for people. */
export function importReport(outcome: ImportOutcome, issuesFile: string | undefined): string {
  const { list, version, added, changed, removed, malformed_records, absent_files } = outcome;
  const reasons = Object.entries(outcome.skipped_by_reason).sort(([, a], [, b]) => b - a);
  const unshown = outcome.malformed - malformed_records.length;
  const hint = issuesFile === undefined ? '; --issues <file> writes all of them' : '';
  const more = unshown === 0 ? '' : `\n  and ${number(unshown)} more${hint}`;
  return report(
    added + changed + removed === 0
      ? `Nothing in ${list} changed; version ${version} still applies.`
      : `Version ${version} of ${list} applies now.`,
    facts(
      (['entries', 'added', 'changed', 'removed', 'unchanged', 'skipped', 'malformed'] as const).map((name) => [
        name,
        number(outcome[name]),
      ]),
    ),
    absent_files.length === 0
      ? ''
      : `Without what ${absent_files.join(', ')} of ${outcome.format} would add: not among the files.`,
    section('Skipped, because', facts(reasons.map(([reason, times]) => [number(times), reason]))),
    section('Malformed, and left out', indentedTable(malformed_records, COLUMNS) + more),
    issuesFile === undefined ? '' : `All that was skipped or malformed is in ${issuesFile}.`,
  );
}
