import { subjectKey } from '@probity/contracts/alerts/match-kind';
import { matchFinding } from './match-finding';
import { oneForEachKey } from './one-for-each-key';
import type { Finding, ProviderMatch } from './stage-call';

const matched = (change: Partial<ProviderMatch> = {}) =>
  matchFinding(
    'Acme',
    {
      list: 'ofac',
      entry_id: '1',
      topics: ['sanction'],
      subject: 'customer',
      subject_name: 'Jane Doe',
      matched_name: 'DOE, Jane',
      score: 0.8,
      ...change,
    },
    {},
  );
const decided = (title: string): Finding => ({
  alert: { key: 'decision:1', alert_type: 'provider_decision', severity: 'high', title },
  metadata: {},
});
const owner = (subject_name: string, score = 0.8) => matched({ subject: 'beneficial_owner', subject_name, score });
const withKey = (key: string, { alert, ...finding }: Finding): Finding => ({ ...finding, alert: { ...alert!, key } });

describe('findings with the same key', () => {
  it('are one when they are equal, or the same match under several names of the customer', () => {
    const best = matched({ subject_name: 'Doe Ltd', score: 0.9 });
    expect(oneForEachKey([matched(), best, matched(), decided('a'), decided('a')])).toEqual([best, decided('a')]);
    expect(oneForEachKey([owner('John Roe'), owner('JOHN ROE', 0.9)])).toEqual([owner('JOHN ROE', 0.9)]);
  });

  it.each<[string, Finding[]]>([
    ['decisions', [decided('a'), decided('b')]],
    ['entries', [withKey('x', matched()), withKey('x', matched({ entry_id: '2' }))]],
    ['owners', [withKey('x', owner('John Roe')), withKey('x', owner('Mary Moe'))]],
    ['decisions on the identity', [{ ...matched(), kyc: { status: 'rejected', reason: 'r' } }, matched()]],
  ])('are rejected when they are different %s', (_, findings) => {
    expect(oneForEachKey(findings)).toBeUndefined();
  });
});

it('keeps findings with other keys, and findings without an alert', () => {
  const approved: Finding = { kyc: { status: 'approved', reason: 'passed' }, metadata: {} };
  const findings = [matched(), owner('John Roe'), matched({ topics: ['pep'] }), approved, approved];
  expect(oneForEachKey(findings)).toEqual(findings);
});

it('a reported match has the key of the call once its subject is known', () => {
  const { subject, ...reported } = owner('John Roe').alert!.match!;
  const { alert } = matchFinding('Acme', reported, {});
  expect(alert!.key + subjectKey(subject, 'John Roe')).toBe(owner('John Roe').alert!.key);
  expect(alert!.title).toBe('Acme found a possible sanctions match: "John Roe" is like "DOE, Jane" on ofac');
});
