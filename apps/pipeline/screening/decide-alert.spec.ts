import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import type { ListEntry } from '@probity/screening/list-entry';
import { SCORER_VERSION } from '@probity/screening/scorer-version';
import { ScreeningIndex } from '@probity/screening/screening-index';
import { alertOf, screeningAlertId } from './decide-alert';
import type { RelatedSubject } from './subjects';

const CUSTOMER = '5f2b8f0e-98f9-4d9c-a2f3-9a1b0cbe1a11';
const entry = (more: Partial<ListEntry> = {}): ListEntry => ({
  list: 'ofac-sdn',
  id: '42',
  schema: 'Person',
  topics: ['sanction'],
  names: [{ name: 'PETROV, Ivan', quality: 'primary' }],
  birth_dates: ['1962-03-17'],
  countries: ['RU'],
  identifiers: [],
  programs: ['UKRAINE-EO13661'],
  ...more,
});
const subject: RelatedSubject = {
  role: 'beneficial_owner',
  schema: 'Person',
  names: ['Ivan Petrov'],
  birth_date: '1962-03-17',
  countries: ['RU'],
};
const alertFor = (listed: ListEntry, score?: number) => {
  const [match] = new ScreeningIndex([listed]).screen(subject, { threshold: 0.5 });
  const scored = { ...match!, score: score ?? match!.score };
  return alertOf({ customerId: CUSTOMER, subject, match: scored, threshold: 0.7, listVersion: 3 });
};

describe('the alert of a match', () => {
  it('names the subject, the entry and the list', () => {
    expect(alertFor(entry())).toMatchObject({
      source: 'screening',
      alert_type: 'sanctions_match',
      severity: 'critical',
      title: 'Possible sanctions match: beneficial owner "Ivan Petrov" is like "PETROV, Ivan" on ofac-sdn',
      trigger_ref: 'ofac-sdn:42',
      metadata: { list: 'ofac-sdn', entry_id: '42', matched_name: 'PETROV, Ivan', subject: 'beneficial_owner' },
      match: { list: 'ofac-sdn', entry_id: '42', topics: ['sanction'], subject_name: 'Ivan Petrov' },
    });
  });

  it('contains enough to compute the score again', () => {
    const { evidence, match } = alertFor(entry());
    const kept = JSON.parse(JSON.stringify(evidence));
    expect(kept).toMatchObject({
      list_version: 3,
      threshold: 0.7,
      scorer_version: SCORER_VERSION,
      subject_role: 'beneficial_owner',
    });
    const [again] = new ScreeningIndex([kept.entry]).screen(kept.subject, { threshold: kept.threshold });
    expect(again!.score).toBe(match!.score);
    expect(JSON.parse(JSON.stringify(again!.features))).toEqual(kept.features);
  });

  it.each<[ListTopic[], number, string, string]>([
    [['sanction', 'pep'], 0.9, 'sanctions_match', 'critical'],
    [['sanction'], 0.75, 'sanctions_match', 'high'],
    [['pep'], 0.9, 'pep_match', 'high'],
    [['pep'], 0.75, 'pep_match', 'medium'],
    [['crime'], 0.9, 'watchlist_match', 'high'],
    [['wanted'], 0.75, 'watchlist_match', 'medium'],
    [['adverse-media'], 0.9, 'watchlist_match', 'medium'],
  ])('on an entry of %j with the score %d is a %s of severity %s', (topics, score, type, severity) => {
    expect(alertFor(entry({ topics }), score)).toMatchObject({ alert_type: type, severity });
  });

  it('stays small even if the entry of the list is large', () => {
    const alert = alertFor(entry({ remarks: '😀'.repeat(100_000) }));
    expect(JSON.stringify(alert).length).toBeLessThan(10_000);
    expect(JSON.stringify(alert).isWellFormed()).toBe(true);
    const named = alertFor(entry({ names: [{ name: `Ivan Petrov${'!'.repeat(500)}`, quality: 'primary' }] }));
    expect(named.title.length).toBeLessThan(300);
  });
});

describe('the id of an alert', () => {
  const id = (role: RelatedSubject['role'], name: string, list = 'ofac-sdn', topics: ListTopic[] = ['sanction']) =>
    screeningAlertId(CUSTOMER, { list, id: '42', topics }, role, name);

  it('changes when the entry becomes more serious', () => {
    expect(id('customer', 'Ivan Petrov', 'ofac-sdn', ['pep', 'sanction'])).not.toBe(
      id('customer', 'Ivan Petrov', 'ofac-sdn', ['pep']),
    );
  });

  it('depends on the customer and the entry, not on the name of the customer', () => {
    expect(id('customer', 'Ivan Petrov')).toBe(id('customer', 'I. Petroff'));
    expect(id('customer', 'Ivan Petrov')).not.toBe(id('customer', 'Ivan Petrov', 'un'));
  });

  it('depends on the names of owners and counterparties, not on their spelling', () => {
    expect(id('counterparty', 'Ivan  PETROV.')).toBe(id('counterparty', 'ivan petrov'));
    expect(id('counterparty', 'Ivan Petrov')).not.toBe(id('counterparty', 'Olga Petrova'));
    expect(id('counterparty', 'Ivan Petrov')).not.toBe(id('customer', 'Ivan Petrov'));
  });
});
