import type { ImportResult } from '@probity/contracts/watchlists/views';
import type { ImportIssue } from '@probity/watchlists/importer';
import { count } from '../output/count';
import { report, section } from '../output/report';
import { type Columns, facts, indentedTable } from '../output/table';
import type { ImportProgress } from './import-list';
import type { ImportIssues } from './import-issues';

/** The outcome of an import, for programs. */
export interface ImportOutcome extends ImportResult {
  format: string;
  unchanged: number;
  skipped: number;
  malformed: number;
  /** values that are odd, in records that were kept */
  odd: number;
  /** the first malformed records */
  malformed_records: ImportIssue[];
  /** the first odd values */
  odd_records: ImportIssue[];
  skipped_by_reason: Record<string, number>;
  /** roles of optional files that were not given */
  absent_files: string[];
}

export function importOutcome(
  result: ImportResult,
  format: string,
  absent: string[],
  issues: Pick<ImportIssues, 'malformed' | 'skipped' | 'odd' | 'first' | 'firstOdd' | 'reasons'>,
): ImportOutcome {
  return {
    ...result,
    format,
    unchanged: result.entries - result.added - result.changed,
    skipped: issues.skipped,
    malformed: issues.malformed,
    odd: issues.odd,
    malformed_records: issues.first,
    odd_records: issues.firstOdd,
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
  { title: 'PROBLEM', value: (row) => row.reason },
  { title: 'CONTENT', value: (row) => row.excerpt },
];
const ODD_COLUMNS: Columns<ImportIssue> = [
  { title: 'FILE', value: (row) => row.file },
  { title: 'LINE', value: (row) => row.line, align: 'right' },
  { title: 'RECORD', value: (row) => row.record },
  { title: 'FIELD', value: (row) => row.field },
  { title: 'WHAT', value: (row) => row.reason },
];
const number = (value: number): string => value.toLocaleString('en-US');

/** The outcome of an import, as text. */
export function importReport(outcome: ImportOutcome, issuesFile: string | undefined): string {
  const { list, version, added, changed, removed, malformed_records, odd_records, absent_files } = outcome;
  const reasons = Object.entries(outcome.skipped_by_reason).sort(([, a], [, b]) => b - a);
  const hint = issuesFile === undefined ? '; --issues <file> writes all of them to a file' : '';
  const more = (unshown: number): string => (unshown === 0 ? '' : `\n  and ${number(unshown)} more${hint}`);
  return report(
    added + changed + removed === 0
      ? `The import changed nothing in ${list}; version ${version} still applies.`
      : `Version ${version} of ${list} now applies.`,
    facts(
      (['entries', 'added', 'changed', 'removed', 'unchanged', 'skipped', 'malformed', 'odd'] as const).map((name) => [
        name,
        number(outcome[name]),
      ]),
    ),
    absent_files.length === 0
      ? ''
      : `Not among the files: ${absent_files.join(', ')} of ${outcome.format}. The list lacks their data.`,
    section('Skipped, by reason', facts(reasons.map(([reason, times]) => [number(times), reason]))),
    section(
      'Malformed: left out',
      indentedTable(malformed_records, COLUMNS) + more(outcome.malformed - malformed_records.length),
    ),
    section(
      'Odd: kept, and read as stated',
      indentedTable(odd_records, ODD_COLUMNS) + more(outcome.odd - odd_records.length),
    ),
    issuesFile === undefined ? '' : `All skipped, malformed and odd records are in ${issuesFile}.`,
  );
}
