import type { ImportIssue } from '@probity/watchlists/importer';
import { ImportIssues } from './import-issues';
import { importOutcome, importProgress, importReport } from './import-report';

const RESULT = { list: 'ofac-sdn', version: 2, entries: 1_500, added: 3, changed: 2, removed: 1 };
const issue = (line: number, kind: ImportIssue['kind'] = 'malformed'): ImportIssue => ({
  file: 'sdn',
  line,
  kind,
  reason: kind === 'skipped' ? 'it is a vessel' : 'it has no name',
  excerpt: `line ${line}`,
});

describe('the report of an import', () => {
  const issuesOf = (...all: ReturnType<typeof issue>[]): ImportIssues => {
    const issues = new ImportIssues({ sdn: '/lists/sdn.csv' }, () => {});
    all.forEach((one) => issues.add(one));
    return issues;
  };

  it('says what changed', () => {
    const outcome = importOutcome(RESULT, 'ofac-sdn', ['comments'], issuesOf());
    expect(importReport(outcome, undefined)).toBe(`Version 2 of ofac-sdn now applies.

  entries    1,500
  added      3
  changed    2
  removed    1
  unchanged  1,495
  skipped    0
  malformed  0
  odd        0

Not among the files: comments of ofac-sdn. The list lacks their data.`);
  });

  it('says that nothing changed', () => {
    const result = { ...RESULT, added: 0, changed: 0, removed: 0 };
    expect(importReport(importOutcome(result, 'ofac-sdn', [], issuesOf()), undefined)).toMatch(
      /^The import changed nothing in ofac-sdn; version 2 still applies\.\n/,
    );
  });

  it('names the first malformed lines, and states how many more there are', () => {
    const malformed = Array.from({ length: 23 }, (_, index) => issue(index + 1));
    const outcome = importOutcome(
      RESULT,
      'ofac-sdn',
      [],
      issuesOf(...malformed, issue(90, 'skipped'), issue(91, 'skipped')),
    );
    expect(outcome).toMatchObject({ malformed: 23, skipped: 2, skipped_by_reason: { 'it is a vessel': 2 } });
    expect(outcome.malformed_records).toHaveLength(20);
    const report = importReport(outcome, undefined);
    expect(report).toContain('Skipped, by reason:\n  2  it is a vessel\n');
    expect(report).toMatch(
      /\n {2}sdn\.csv +20 +it has no name +line 20\n {2}and 3 more; --issues <file> writes all of them to a file$/,
    );
    expect(importReport(outcome, 'issues.jsonl')).toMatch(
      /and 3 more\n\nAll skipped, malformed and odd records are in issues\.jsonl\.$/,
    );
  });

  it('says what is odd in the records that it kept', () => {
    const odd: ImportIssue = {
      ...issue(7, 'odd'),
      record: '99001',
      field: 'countries',
      reason: '"Atlantis" is the name of no country',
    };
    const outcome = importOutcome(RESULT, 'ofac-sdn', [], issuesOf(odd, ...Array.from({ length: 20 }, () => odd)));
    expect(outcome).toMatchObject({ malformed: 0, odd: 21, malformed_records: [] });
    expect(outcome.odd_records).toHaveLength(20);
    const report = importReport(outcome, undefined);
    expect(report).toMatch(
      /Odd: kept, and read as stated:\n[^\n]*\n {2}sdn\.csv +7 +99001 +countries +"Atlantis" is the/,
    );
    expect(report).toMatch(/\n {2}and 1 more; --issues <file> writes all of them to a file$/);
    expect(report).not.toContain('left out');
  });

  it('shows the progress', () => {
    expect(importProgress({ read: 2_000, sent: 1_600, share: 0.256 }, 1)).toBe(
      'read 2,000 entries (25%), sent 1,600, 1 issue',
    );
  });
});
