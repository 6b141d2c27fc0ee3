import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { coverageOf, type StoredEntry } from './allow-list-coverage';
import { listEntryFingerprint } from './list-entry-fingerprint';

const NOW = new Date('2026-11-20T12:00:00Z');

const LISTED = {
  list: 'ofac-sdn',
  id: '306',
  schema: 'Company',
  topics: ['sanction'],
  names: [
    { name: 'ACME TRADING', quality: 'primary' },
    { name: 'ACME', quality: 'weak' },
  ],
  birth_dates: [],
  countries: ['IR'],
  identifiers: [],
  programs: ['SDN'],
};

function match(changes: Partial<AlertToRaise['match']> & object = {}, listed: object = {}): AlertToRaise {
  const matched = {
    list: 'ofac-sdn',
    entry_id: '306',
    topics: ['sanction'],
    subject: 'counterparty' as const,
    subject_name: 'Acme Trading Ltd.',
    matched_name: 'ACME TRADING',
    score: 0.92,
    ...changes,
  };
  return {
    alert_id: '6ba7b810-9dad-51d1-80b4-00c04fd430c8',
    source: 'screening',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title: 'Possible sanctions match',
    trigger_ref: 'ofac-sdn:306',
    metadata: {},
    match: matched,
    evidence: { entry: { ...LISTED, ...listed } },
  };
}

const entry = (changes: Partial<StoredEntry> = {}): StoredEntry => ({
  id: '0190b6b0-0000-7000-8000-0000000000e1',
  list: 'ofac-sdn',
  entry_id: '306',
  alert_type: 'sanctions_match',
  counterparty: 'Acme Trading Ltd.',
  fingerprint: listEntryFingerprint(match()),
  until: new Date('2027-01-01T00:00:00Z'),
  ended_at: null,
  ...changes,
});

describe('an entry of the allow-list', () => {
  it('covers the match of its counterparty with its list entry, and is named', () => {
    expect(coverageOf([match()], [entry()], NOW)).toEqual({
      alerts: [],
      covered: [
        {
          allow_list_entry_id: entry().id,
          list: 'ofac-sdn',
          entry_id: '306',
          matched_name: 'ACME TRADING',
          score: 0.92,
        },
      ],
    });
  });

  it.each([
    ['case and punctuation of the name', match({ subject_name: 'ACME TRADING LTD' })],
    ['another order in the list', match({}, { names: LISTED.names.toReversed() })],
    ['other remarks and programmes of the list entry', match({}, { programs: ['X'], remarks: 'moved' })],
  ])('covers it whatever the %s', (_what, found) => {
    expect(coverageOf([found], [entry()], NOW)).toMatchObject({ alerts: [], covered: [{}] });
  });

  it.each([
    ['another counterparty', match({ subject_name: 'Acme Shipping Ltd.' })],
    ['another list entry', match({ entry_id: '307' })],
    ['another list', match({ list: 'eu' })],
    ['a list entry that became more serious', { ...match(), alert_type: 'pep_match' }],
    ['a related party of that name', match({ subject: 'related_party' })],
    ['the customer itself', match({ subject: 'customer' })],
  ])('does not cover %s, whose alert stays as it is', (_what, found) => {
    expect(coverageOf([found], [entry()], NOW)).toEqual({ alerts: [found], covered: [] });
  });

  const ended = { ended_at: new Date('2026-11-19T00:00:00Z') };
  const expired = { until: NOW };
  const renamed = match({}, { names: [...LISTED.names, { name: 'ACME HOLDING', quality: 'alias' }] });
  it.each([
    ['was ended', match(), ended, 'ended'],
    ['is over', match(), expired, 'expired'],
    ['has a list entry with other names', renamed, {}, 'list_entry_changed'],
  ])('that %s raises a new alert, which says why', (_when, found, changes, because) => {
    const { alerts, covered } = coverageOf([found], [entry(changes)], NOW);
    expect(covered).toEqual([]);
    expect(alerts).toEqual([
      {
        ...found,
        alert_id: expect.not.stringMatching(found.alert_id),
        evidence: { ...found.evidence, allow_list: { allow_list_entry_id: entry().id, covers_no_longer: because } },
      },
    ]);
    expect(coverageOf([found], [entry(changes)], NOW).alerts[0]!.alert_id).toBe(alerts[0]!.alert_id);
  });

  it('raises another alert for each further change of the list entry', () => {
    const again = match({}, { names: [{ name: 'ACME INTERNATIONAL', quality: 'primary' }] });
    const [one] = coverageOf([renamed], [entry()], NOW).alerts;
    const [other] = coverageOf([again], [entry()], NOW).alerts;
    expect(other!.alert_id).not.toBe(one!.alert_id);
  });

  it('of the later of two decides, unless one of them is active', () => {
    const later = entry({ id: '0190b6b0-0000-7000-8000-0000000000e2' });
    expect(coverageOf([match()], [entry(ended), later], NOW).covered).toMatchObject([
      { allow_list_entry_id: later.id },
    ]);
    const [alert] = coverageOf([match()], [entry(ended), { ...later, ...expired }], NOW).alerts;
    expect(alert!.evidence.allow_list).toEqual({ allow_list_entry_id: later.id, covers_no_longer: 'expired' });
  });

  it('covers what a provider found by the name that matched', () => {
    const found = { ...match(), evidence: {} };
    const known = entry({ fingerprint: listEntryFingerprint(found) });
    expect(coverageOf([found], [known], NOW).covered).toHaveLength(1);
    const other = { ...match({ matched_name: 'ACME HOLDING' }), evidence: {} };
    expect(coverageOf([other], [known], NOW).alerts).toHaveLength(1);
  });
});
