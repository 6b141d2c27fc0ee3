import { SeededRandom } from '../bank/random';
import { byCustomer } from './by-customer';
import { reasonsOf } from './reasons';
import type { RaisedAlert, Step } from './plan-work';

type Outcome = 'no_action' | 'reported' | 'relationship_ended';

export interface CaseWork {
  customer_id: string;
  title: string;
  reason: string;
  alerts: RaisedAlert[];
  notes: string[];
  /** of a case that is closed: what happens to its alerts first */
  end?: { outcome: Outcome; reason: string; step: (alert: RaisedAlert) => Step };
}

const OPEN = 8;
const ENDS: CaseWork['end'][] = [
  {
    outcome: 'no_action',
    reason: 'The customer explained each payment, with papers.',
    step: ({ alert_type }) => ({ does: 'dismiss', by: 'officer', reason: reasonsOf(alert_type).dismissed[0]! }),
  },
  {
    outcome: 'reported',
    reason: 'Reported to the authority; the customer was not told.',
    step: () => ({ does: 'resolve', by: 'officer', resolution: 'reported', reason: 'Part of the report.' }),
  },
  {
    outcome: 'relationship_ended',
    reason: 'No explanation; notice given.',
    step: () => ({ does: 'resolve', by: 'officer', resolution: 'handled', reason: 'The relationship ends.' }),
  },
];

const TITLES: Record<string, string> = {
  structuring: 'Deposits just under the reporting threshold',
  rapid_in_and_out: 'Money that only passes through',
  high_risk_corridor: 'Payments to high-risk countries',
  large_cash: 'Cash without a clear source',
  round_amounts: 'Round amounts to one adviser',
  many_to_one: 'Collects money from strangers',
  one_to_many: 'Pays many strangers',
};
const NOTES = [
  'Asked the branch for what it knows about the customer.',
  'Wrote to the customer and asked for invoices. Reminder in a week.',
  'The customer called: the money is from a sale; the contract will follow.',
  'Compared with the payments of the year before: nothing like it.',
  'The counterparty has no website and was registered this year.',
] as const;

/** Chooses customers with several alerts for a case: most cases are open, and some were closed in each way. */
export function planCases(alerts: RaisedAlert[], seed: number): CaseWork[] {
  const random = new SeededRandom(seed, 6);
  const monitored = byCustomer(alerts.filter(({ source }) => source === 'monitoring'));
  const several = random.shuffled(monitored.filter(({ length }) => length >= 2));
  return several.slice(0, OPEN + 2 * ENDS.length).map((own, index) => ({
    customer_id: own[0]!.customer_id,
    title: TITLES[own[0]!.alert_type] ?? 'Payments that do not fit the customer',
    reason: 'Several alerts within a short time; they are looked at together.',
    alerts: own.slice(0, 6),
    notes: random.shuffled(NOTES).slice(0, random.whole(1, 3)),
    ...(index >= OPEN && { end: ENDS[index % ENDS.length] }),
  }));
}
