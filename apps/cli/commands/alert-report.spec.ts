import type { AlertDetail } from '@probity/contracts/alerts/views';
import { alertReport } from './alert-report';

const ALERT: AlertDetail = {
  id: 'the-alert',
  customer_id: 'the-customer',
  alert_type: 'sanctions_match',
  severity: 'critical',
  title: 'Possible sanctions match',
  trigger_ref: 'ofac-sdn:36',
  metadata: {},
  source: 'screening',
  status: 'open',
  case_id: null,
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
  assignee: null,
  assignee_id: null,
  due_at: '2026-03-01T14:00:00.000Z',
  snoozed_until: null,
  tags: [],
  event_id: null,
  match: null,
  evidence: {},
  decisions: [],
  reopened: null,
  reopened_as: null,
  group_id: null,
  group_alerts: 0,
};

describe('the report of an alert', () => {
  it('contains only the alert when nothing else is known', () => {
    expect(alertReport(ALERT)).toBe(`Alert the-alert: Possible sanctions match

  status         open
  severity       critical
  type           sanctions_match
  source         screening
  customer       the-customer
  triggered by   ofac-sdn:36
  event          -
  case           -
  raised         2026-03-01T10:00:00.000Z
  due            2026-03-01T14:00:00.000Z
  assigned to    -
  snoozed until  -
  tags           -
  reopens        -
  reopened as    -`);
  });

  it('names the part of a transaction that matched', () => {
    const match = {
      list: 'ofac-sdn',
      entry_id: '36',
      topics: ['sanction'],
      subject: 'counterparty',
      part: 'vessel',
      subject_name: 'Ocean Pearl',
      matched_name: 'SOL',
      score: 0.96,
    };
    expect(alertReport({ ...ALERT, match })).toMatch(/What matched:\n {2}vessel +Ocean Pearl\n/);
  });

  it('names the matched entry and the features of the score', () => {
    const match = {
      list: 'ofac-sdn',
      entry_id: '36',
      topics: ['sanction'],
      subject: 'beneficial_owner',
      subject_name: 'Ana Example',
      matched_name: 'EXAMPLE, Anna',
      score: 0.93,
    };
    const evidence = {
      subject: { schema: 'Person', names: ['Ana Example'], birth_dates: ['1970-01-02'] },
      subject_role: 'beneficial_owner',
      entry: {
        list: 'ofac-sdn',
        id: '36',
        schema: 'Person',
        topics: ['sanction'],
        names: [
          { name: 'EXAMPLE, Anna', quality: 'primary' },
          { name: 'ANNUSHKA', quality: 'weak' },
        ],
        birth_dates: ['1970'],
        countries: ['CU', 'PA'],
        identifiers: [{ type: 'passport', value: 'A1', country: 'CU' }],
        programs: [],
      },
      list_version: 3,
      threshold: 0.7,
      scorer_version: 2,
      score: 0.93,
      features: { words_paired: 2, birth_date: 'agrees' },
    };
    const metadata = { source: 'native', ...match };
    const report = alertReport({ ...ALERT, match, evidence, metadata });
    expect(report).toContain(`
What matched:
  beneficial owner  Ana Example
  matches           EXAMPLE, Anna
  score             0.93
  entry             36 of ofac-sdn
  listed for        sanction

Evidence:
  threshold  0.7
  scorer     version 2
  list       ofac-sdn, version 3

Compared subject:
  schema: Person
  names: Ana Example
  birth_dates: 1970-01-02

Entry 36:
  primary      EXAMPLE, Anna
  weak         ANNUSHKA
  schema       Person
  born         1970
  countries    CU, PA
  identifiers  passport A1 CU

Features of the score:
  words_paired: 2
  birth_date: agrees

Metadata:
  source: native`);
  });

  it('names the rule and the values that it read', () => {
    const evidence = {
      rule_id: 'the-rule',
      rule_version: 2,
      definition: { name: 'Structuring', reason: 'Deposits are split to stay below a threshold.', condition: {} },
      version: 1,
      event_type: 'transaction',
      at: '2026-03-01T09:59:00.000Z',
      fields: { 'transaction.amount': '9500', 'transaction.method': null },
      aggregates: [
        { aggregate: 'sum', of: 'amount', window: '24h', include_current: true, value: '28500' },
        {
          aggregate: 'count',
          window: '30d',
          offset: '24h',
          include_current: false,
          where: { gte: [{ field: 'activity.amount' }, 8000] },
          value: 0,
        },
      ],
      countries: [{ country: 'IR', list: 'call_for_action', listed: true }],
      branches: { '': true },
    };
    const report = alertReport({ ...ALERT, source: 'monitoring', evidence });
    expect(report).toContain(`
Evidence:
  rule        Structuring, version 2
  reason      Deposits are split to stay below a threshold.
  event time  2026-03-01T09:59:00.000Z

Values that the rule read:
  transaction.amount  9500
  transaction.method  unknown
`);
    expect(report).toContain(`
Windows over the customer's history:
  sum of amount over 24h, with this event: 28500
  count over 30d until 24h before, without this event: 0
    only events with activity.amount gte 8000
`);
    expect(report).toContain('Countries:\n  IR is on  call_for_action');
  });

  it('shows the decisions, and evidence whose form is not known', () => {
    const decisions: AlertDetail['decisions'] = [
      {
        decision: 'escalated',
        resolution: null,
        reason: 'look\nagain',
        officer: 'j.smith',
        decided_at: '2026-03-02T08:00:00.000Z',
      },
      {
        decision: 'resolved',
        resolution: 'confirmed_match',
        reason: 'same passport',
        officer: 'a.jones',
        decided_at: '2026-03-03T08:00:00.000Z',
      },
    ];
    const report = alertReport({
      ...ALERT,
      evidence: { provider: { score: 7 } },
      metadata: { plugin: 'p' },
      decisions,
    });
    expect(report).toContain('Evidence:\n  provider:\n    score: 7\n\nMetadata:\n  plugin: p\n\nDecisions:\n');
    expect(report).toContain('  2026-03-02T08:00:00.000Z  escalated by j.smith: look\\u{a}again\n');
    expect(report).toMatch(/resolved \(confirmed_match\) by a\.jones: same passport$/);
  });
});
