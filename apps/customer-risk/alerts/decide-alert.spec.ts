import type { AlertEvent } from '@probity/contracts/alerts/events';
import { fold } from '@probity/event-store/aggregate';
import { aScreeningAlert, CUSTOMER_ID, NOW, TENANT_ID } from '../testing/examples';
import { ALERT, type AlertState } from './alert-state';
import { type AlertDecisionMade, decideAlert } from './decide-alert';

const raised: AlertEvent = {
  type: 'AlertRaised',
  data: { ...aScreeningAlert(), tenant_id: TENANT_ID, customer_id: CUSTOMER_ID, raised_at: NOW },
};
const dismiss: AlertDecisionMade = { decision: 'dismissed', officer: 'j.smith', reason: 'another person' };
const escalate: AlertDecisionMade = { decision: 'escalated', officer: 'j.smith', reason: 'unsure' };
const confirm: AlertDecisionMade = {
  decision: 'resolved',
  resolution: 'confirmed_match',
  officer: 'a.lee',
  reason: 'same passport',
};

/** The alert after these decisions, one minute apart. */
function after(...decisions: AlertDecisionMade[]): AlertState {
  const events: AlertEvent[] = [raised];
  for (const [index, made] of decisions.entries()) {
    const at = new Date(Date.parse(NOW) + index * 60_000).toISOString();
    events.push(decideAlert(fold(ALERT, events)!, made, at)!);
  }
  return fold(ALERT, events)!;
}

describe('an alert', () => {
  it.each<[string, AlertDecisionMade[], AlertDecisionMade, string]>([
    ['open', [], confirm, 'resolved'],
    ['open', [], dismiss, 'dismissed'],
    ['open', [], escalate, 'escalated'],
    ['escalated', [escalate], confirm, 'resolved'],
    ['escalated', [escalate], dismiss, 'dismissed'],
  ])('that is %s can be decided on', (_status, before, made, status) => {
    const state = after(...before, made);
    expect(state.status).toBe(status);
    expect(state.decisions.at(-1)).toMatchObject({ officer: made.officer, reason: made.reason });
  });

  it('stores the resolution', () => {
    expect(after(confirm).decisions).toEqual([
      {
        decision: 'resolved',
        resolution: 'confirmed_match',
        officer: 'a.lee',
        reason: 'same passport',
        decided_at: NOW,
      },
    ]);
  });

  it.each([dismiss, confirm, escalate])('that is closed accepts no other decision: $decision', (made) => {
    const closed = after({ ...dismiss, officer: 'b.king' });
    expect(() => decideAlert(closed, made, NOW)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code: 'alert_closed',
        message: expect.stringContaining(`was dismissed by b.king at ${NOW}`),
      }),
    );
  });

  it('is escalated once', () => {
    const again = { ...escalate, officer: 'a.lee' };
    expect(() => decideAlert(after(escalate), again, NOW)).toThrow(
      expect.objectContaining({ code: 'alert_escalated', message: expect.stringContaining('by j.smith') }),
    );
  });

  it('recognises a repeated decision, also after other decisions', () => {
    expect(decideAlert(after(confirm), confirm, NOW)).toBeUndefined();
    expect(decideAlert(after(escalate, confirm), escalate, NOW)).toBeUndefined();
  });
});
