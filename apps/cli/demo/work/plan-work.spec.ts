import { planCases } from './plan-cases';
import { planWork, type RaisedAlert } from './plan-work';

const SEVERITIES = ['low', 'medium', 'high'];
const TYPES = ['structuring', 'rapid_in_and_out', 'round_amounts', 'large_cash'];

const rule = (index: number): RaisedAlert => ({
  id: `alert-${index}`,
  customer_id: `customer-${Math.floor(index / 3)}`,
  alert_type: TYPES[index % TYPES.length]!,
  severity: SEVERITIES[index % SEVERITIES.length]!,
  source: 'monitoring',
  trigger_ref: `T-${index}`,
});
const match = (index: number): RaisedAlert => ({
  ...rule(index),
  id: `match-${index}`,
  alert_type: 'sanctions_match',
  severity: 'critical',
  source: 'screening',
});

const alerts = [
  ...Array.from({ length: 240 }, (_, index) => rule(index)),
  ...Array.from({ length: 9 }, (_, index) => match(index)),
];

it('is the same for the same alerts and seed', () => {
  expect(planWork(alerts, 1)).toEqual(planWork(alerts, 1));
  expect(planWork(alerts, 2)).not.toEqual(planWork(alerts, 1));
});

it('brings alerts into every state, and leaves some as they are', () => {
  const work = planWork(alerts, 1);
  const steps = work.flatMap(({ steps: each }) => each);
  expect(new Set(steps.map(({ does }) => does))).toEqual(
    new Set(['assign', 'snooze', 'tag', 'escalate', 'dismiss', 'resolve']),
  );
  const resolutions = steps.flatMap((step) => (step.does === 'resolve' ? [step.resolution] : []));
  expect(new Set(resolutions)).toEqual(new Set(['handled', 'reported', 'escalated', 'confirmed_match']));
  const untouched = work.filter(({ steps: each }) => each.length === 0).length;
  expect(untouched).toBeGreaterThan(alerts.length * 0.05);
});

it('ends proposals about critical matches in each way, and lets some wait', () => {
  const decisions = planWork(alerts, 1)
    .filter(({ id }) => id.startsWith('match-'))
    .flatMap(({ steps }) => steps)
    .flatMap((step) => (step.does === 'dismiss' || step.does === 'resolve' ? [step.review] : []));
  expect(new Set(decisions)).toEqual(new Set(['approve', 'decline', 'withdraw', undefined]));
});

it('confirms matches only: the alert of a rule has none', () => {
  for (const { id, steps } of planWork(alerts, 1)) {
    const confirms = steps.some((step) => step.does === 'resolve' && step.resolution === 'confirmed_match');
    if (confirms) expect(id).toMatch(/^match-/);
  }
});

it('makes open and closed cases, each about alerts of one customer, and no alert is in two', () => {
  const cases = planCases(alerts, 1);
  expect(new Set(cases.map(({ end }) => end?.outcome))).toEqual(
    new Set([undefined, 'no_action', 'reported', 'relationship_ended']),
  );
  for (const { customer_id, alerts: own } of cases) {
    expect(new Set(own.map((alert) => alert.customer_id))).toEqual(new Set([customer_id]));
  }
  const ids = cases.flatMap(({ alerts: own }) => own.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});
