import type { AlertEvent } from '@probity/contracts/alerts/events';
import { fold } from '@probity/event-store/aggregate';
import { aScreeningAlert, CUSTOMER_ID, NOW, TENANT_ID } from '../testing/examples';
import { ALERT, type AlertState } from './alert-state';
import { assign, snooze, tag } from './handle-alert';

const BY = { officer: 'Jo Smith', officer_id: '0190b6b0-0000-7000-8000-0000000000aa' };
const JO = { assignee: 'Jo Smith', assignee_id: BY.officer_id };
const ANN = { assignee: 'Ann Lee', assignee_id: '0190b6b0-0000-7000-8000-0000000000bb' };
const UNASSIGNED = { assignee: null, assignee_id: null };
const WHY = 'waits for the passport';

const raised: AlertEvent = {
  type: 'AlertRaised',
  data: { ...aScreeningAlert(), tenant_id: TENANT_ID, customer_id: CUSTOMER_ID, raised_at: NOW },
};
const dismissed = (): AlertEvent => {
  const { alert_id } = raised.data;
  const of = { alert_id, tenant_id: TENANT_ID, customer_id: CUSTOMER_ID };
  return { type: 'AlertDismissed', data: { ...of, officer: 'j.smith', reason: 'other person', decided_at: NOW } };
};
const after = (...events: AlertEvent[]): AlertState => fold(ALERT, [raised, ...events])!;
const daysLater = (days: number): string => new Date(Date.parse(NOW) + days * 86_400_000).toISOString();

describe('assigning an alert', () => {
  it('names the member of staff, and who assigned it', () => {
    expect(assign(after(), ANN, BY, NOW)).toMatchObject({
      type: 'AlertAssigned',
      data: { alert_id: raised.data.alert_id, ...ANN, ...BY, assigned_at: NOW },
    });
  });

  it('to the member who has it changes nothing', () => {
    expect(assign(after(assign(after(), ANN, BY, NOW)!), { ...ANN, if_unassigned: true }, BY, NOW)).toBeUndefined();
    expect(assign(after(), UNASSIGNED, BY, NOW)).toBeUndefined();
  });

  it('takes it from its member, unless only unassigned alerts are wanted', () => {
    const withAnn = after(assign(after(), ANN, BY, NOW)!);
    expect(assign(withAnn, JO, BY, NOW)).toMatchObject({ data: JO });
    expect(() => assign(withAnn, { ...JO, if_unassigned: true }, BY, NOW)).toThrow(/another member of staff/);
    const back = after(assign(after(), ANN, BY, NOW)!, assign(withAnn, UNASSIGNED, BY, NOW)!);
    expect(assign(back, { ...JO, if_unassigned: true }, BY, NOW)).toMatchObject({ data: JO });
  });

  it('for an account that no longer has it changes nothing', () => {
    const withAnn = after(assign(after(), ANN, BY, NOW)!);
    expect(assign(withAnn, { ...UNASSIGNED, if_assigned_to: JO.assignee_id }, BY, NOW)).toBeUndefined();
    expect(assign(withAnn, { ...UNASSIGNED, if_assigned_to: ANN.assignee_id }, BY, NOW)).toMatchObject({
      data: UNASSIGNED,
    });
  });

  it('is rejected for a closed alert', () => {
    expect(() => assign(after(dismissed()), ANN, BY, NOW)).toThrow(/dismissed; a closed alert stays closed/);
  });
});

describe('a snooze', () => {
  const until = (time: string | null) => ({ until: time, reason: WHY });

  it('puts the alert off until a time, and ends before it', () => {
    const off = snooze(after(), until(daysLater(1)), BY, NOW)!;
    expect(off).toMatchObject({ type: 'AlertSnoozed', data: { until: daysLater(1), reason: WHY, ...BY } });
    expect(snooze(after(off), until(daysLater(1)), BY, NOW)).toBeUndefined();
    const again = { ...until(daysLater(1)), reason: 'another reason' };
    expect(snooze(after(off), again, BY, NOW)).toMatchObject({ data: { reason: 'another reason' } });
    expect(snooze(after(off), until(null), BY, NOW)).toMatchObject({ data: { until: null } });
  });

  it.each([
    ['now', NOW],
    ['before now', daysLater(-1)],
    ['more than 366 days later', daysLater(367)],
  ])('does not end %s', (_when, time) => {
    expect(() => snooze(after(), until(time), BY, NOW)).toThrow(/^until must be after now/);
  });

  it('is rejected for a closed alert', () => {
    expect(() => snooze(after(dismissed()), until(daysLater(1)), BY, NOW)).toThrow(/a closed alert stays closed/);
  });
});

describe('tags', () => {
  it('are sorted, without duplicates, and replace the earlier ones', () => {
    const first = tag(after(), ['b', 'a', 'b'], BY, NOW)!;
    expect(first).toMatchObject({ type: 'AlertTagged', data: { tags: ['a', 'b'], ...BY } });
    expect(tag(after(first), ['a', 'b'], BY, NOW)).toBeUndefined();
    expect(tag(after(first), [], BY, NOW)).toMatchObject({ data: { tags: [] } });
  });

  it('can be changed on a closed alert', () => {
    expect(tag(after(dismissed()), ['false-positive-name'], BY, NOW)).toMatchObject({
      data: { tags: ['false-positive-name'] },
    });
  });
});
