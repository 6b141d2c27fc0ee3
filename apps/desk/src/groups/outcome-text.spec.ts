import { outcomeText } from './outcome-text';

it('says what was decided, proposed and not decided', () => {
  const failed = [{ alert_id: 'c', code: 'alert_closed', message: 'the alert was resolved by Ann' }];
  expect(outcomeText({ decided: ['a'], proposed: [], failed: [] })).toBe('Decided 1 alert.');
  expect(outcomeText({ decided: ['a', 'b'], proposed: ['d', 'e'], failed })).toBe(
    'Decided 2 alerts. Proposed 2 alerts: another person must approve them. ' +
      'Not decided 1 alert, the first because the alert was resolved by Ann.',
  );
});
