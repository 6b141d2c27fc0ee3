import { monitoringOf, screeningOf } from '../stage-requests';
import { declined } from './monitoring';
import { resultOf } from './screening';

const hit = { list: 'ofac', id: '1', name: 'JANE DOE', percent: 91, category: 'SANCTIONS' as const };
const [subject] = screeningOf({ role: 'beneficial_owner' }).subjects;

it('makes alerts of hits from the threshold on, and says when there are more', () => {
  const { findings, incomplete } = resultOf({ total: 3, hits: [hit, { ...hit, id: '2', percent: 79 }] }, subject!, 0.8);
  expect(findings).toMatchObject([
    {
      alert: {
        key: 'match:ofac:1:sanctions_match:beneficial_owner:jane doe',
        alert_type: 'sanctions_match',
        severity: 'critical',
        match: { topics: ['sanction'], score: 0.91 },
      },
      metadata: { category: 'SANCTIONS' },
    },
  ]);
  expect(incomplete).toBe('Acme Check returned 2 of 3 hits');
  expect(resultOf({ total: 1, hits: [hit] }, subject!, 0.8)).not.toHaveProperty('incomplete');
});

it('makes an alert of a declined event', () => {
  const request = monitoringOf({ amount: '10.00' });
  expect(declined(request, 'too fast')).toMatchObject({
    alert: { key: `decision:${request.event.id}`, severity: 'high', title: 'Declined: too fast' },
  });
});
