import { SeededRandom } from '../bank/random';
import { CONFIRMED, ESCALATED, HANDED_ON, REPORTED, reasonsOf, WAITS } from './reasons';

/** Who of the demo's staff does it. */
export type Who = 'officer' | 'approver';
type Resolution = 'handled' | 'reported' | 'escalated' | 'confirmed_match';

/** What the second person does about a decision that needs two; without it, the proposal waits. */
export type Review = 'approve' | 'decline' | 'withdraw';

export type Step =
  | { does: 'assign'; by: Who }
  | { does: 'snooze'; by: Who; days: number; reason: string }
  | { does: 'tag'; by: Who; tags: string[] }
  | { does: 'escalate'; by: Who; reason: string }
  | { does: 'dismiss'; by: Who; reason: string; review?: Review }
  | { does: 'resolve'; by: Who; resolution: Resolution; reason: string; review?: Review };

/** What the plan needs to know of an alert. */
export interface RaisedAlert {
  id: string;
  customer_id: string;
  alert_type: string;
  severity: string;
  source: string;
  trigger_ref: string;
}

export interface AlertWork {
  /** of the alert */
  id: string;
  customer_id: string;
  steps: Step[];
}

/** Decisions about critical alerts need two people: each kind of end occurs. */
const CRITICAL: Step[][] = [
  [],
  [{ does: 'resolve', by: 'officer', resolution: 'confirmed_match', reason: CONFIRMED, review: 'approve' }],
  [{ does: 'dismiss', by: 'officer', reason: 'Another date of birth: seen on the passport.' }],
  [{ does: 'dismiss', by: 'officer', reason: 'The name is common.', review: 'decline' }],
  [{ does: 'assign', by: 'officer' }],
  [{ does: 'resolve', by: 'officer', resolution: 'confirmed_match', reason: CONFIRMED }],
  [{ does: 'resolve', by: 'officer', resolution: 'confirmed_match', reason: CONFIRMED, review: 'withdraw' }],
];

/** Decides what the demo's staff does with each alert. The same alerts and seed give the same work. */
export function planWork(alerts: RaisedAlert[], seed: number): AlertWork[] {
  const random = new SeededRandom(seed, 5);
  let critical = 0;
  return alerts.map((alert) => {
    const { id, customer_id, severity, source } = alert;
    const needsTwo = severity === 'critical' && source === 'screening';
    return { id, customer_id, steps: needsTwo ? CRITICAL[critical++ % CRITICAL.length]! : usualSteps(alert, random) };
  });
}

function usualSteps({ alert_type, severity }: RaisedAlert, random: SeededRandom): Step[] {
  const by: Who = random.chance(0.7) ? 'officer' : 'approver';
  const isMatch = alert_type.endsWith('_match');
  const { dismissed, handled } = reasonsOf(alert_type);
  const resolve = (resolution: Resolution, reason: string): Step => ({ does: 'resolve', by, resolution, reason });
  const choice = random.next();
  if (choice < (severity === 'high' ? 0.34 : 0.44)) return [{ does: 'dismiss', by, reason: random.pick(dismissed) }];
  if (choice < 0.56)
    return [isMatch ? resolve('confirmed_match', CONFIRMED) : resolve('handled', random.pick(handled))];
  if (choice < 0.59 && !isMatch) return [resolve('reported', REPORTED)];
  if (choice < 0.61 && !isMatch) return [resolve('escalated', HANDED_ON)];
  if (choice < 0.68) return [{ does: 'escalate', by, reason: random.pick(ESCALATED) }];
  if (choice < 0.8) return [{ does: 'assign', by }];
  if (choice < 0.85) {
    const tag: Step = { does: 'tag', by, tags: ['waits-for-customer'] };
    return [{ does: 'assign', by }, tag, { does: 'snooze', by, days: random.whole(2, 9), reason: WAITS }];
  }
  if (choice < 0.88) return [{ does: 'tag', by, tags: [random.pick(['second-look', 'branch-asks', 'repeat'])] }];
  return [];
}
