import { detailOf, happened, pageOf } from './timeline-text';

const IN = { direction: 'inbound', amount: '1250.5', currency: 'EUR', counterparty: 'A & B', alerts: 1 };
const OUT = { direction: 'outbound', amount: '3', currency: 'USD', alerts: 0, duplicate_of: 'x' };

describe('the words of a timeline', () => {
  it('lead from what happened to a report to its page', () => {
    expect(pageOf({ subject_type: 'report' })).toBe('reports');
  });

  it.each([
    ['event.transaction', IN, 'received', '1,250.50 EUR (1 alert) from A & B'],
    ['event.transaction', OUT, 'paid', '3.00 USD (reported again)'],
    ['event.onboarding', { alerts: 0 }, 'onboarding event', undefined],
    [
      'risk.rating_changed',
      { rating_from: null, rating_to: 'high', score: 612 },
      'risk rating changed',
      'none → high, score 612',
    ],
    ['kyc.in_review', { from: 'pending', to: 'in_review' }, 'identity in review', 'pending → in review'],
    [
      'provider_signal.recorded',
      { event_source: 'reviewed', kyc_status: null, effect: 'none' },
      'provider signal recorded',
      'reviewed, none',
    ],
    [
      'customer.profile_changed',
      { fields: ['full_name', 'address'] },
      'customer profile changed',
      'full name, address',
    ],
    ['case.closed', { outcome: 'no_action' }, 'case closed', 'no action'],
    ['alert.resolved', { resolution: 'confirmed_match' }, 'alert resolved', 'confirmed match'],
    ['alert.assigned', { assignee: null }, 'alert assigned', 'handed back'],
    ['alert.created', { severity: 'high' }, 'alert created', undefined],
  ])('say what %s with %j means', (action, data, words, detail) => {
    expect(happened({ action, data })).toBe(words);
    expect(detailOf({ action, data })).toBe(detail);
  });

  it('lead to what has a page', () => {
    expect(['alert', 'case', 'event', 'customer'].map((subject_type) => pageOf({ subject_type }))).toEqual([
      'alerts',
      'cases',
      'events',
      undefined,
    ]);
  });
});
