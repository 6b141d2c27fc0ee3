import type { Activity } from '../activity';
import { CustomerWindows } from '../customer-windows';
import type { RuleContext } from '../rule-context';
import { activity, contextOf, DAY, NOON } from './samples';

export type Event = Parameters<typeof activity>[0];

export interface History {
  /** in order of time; the last one is what the rule is asked about */
  events: Event[];
  customer?: Record<string, unknown>;
  customerSince?: number;
}

/** Evaluates the events of a history one after the other, each in the context that the pipeline would give it. */
export function evaluateEach<Result>(
  history: History,
  windows: CustomerWindows,
  evaluate: (context: RuleContext) => Result,
): Result[] {
  const { events, customer = { customer_type: 'individual' }, customerSince = NOON - 1_000 * DAY } = history;
  let previous: Activity | null = null;
  return events.map((event, index) => {
    const current = activity({ transaction_id: `transaction-${index}`, ...event });
    const result = evaluate(
      contextOf({
        activity: current,
        customer,
        profile: {
          customer_since: customerSince,
          previous_activity_at: previous?.at ?? null,
          transaction_count: index,
        },
        aggregates: windows.evaluate(current),
      }),
    );
    windows.add(current);
    previous = current;
    return result;
  });
}

export const times = (count: number, event: (index: number) => Event): Event[] =>
  Array.from({ length: count }, (_, i) => event(i));

/** Equal events, an even step apart, the last of them at noon. */
export const evenly = (count: number, step: number, event: Event = {}): Event[] =>
  times(count, (index) => ({ at: NOON - (count - 1 - index) * step, ...event }));

export const last = (events: Event[], changes: Event): Event[] => [
  ...events.slice(0, -1),
  { ...events.at(-1), ...changes },
];
export const first = (events: Event[], changes: Event): Event[] => [{ ...events[0], ...changes }, ...events.slice(1)];

export const turned = (history: History): History => ({
  ...history,
  events: history.events.map((event) => ({
    ...event,
    direction: event?.direction === 'outbound' ? 'inbound' : 'outbound',
  })),
});
export const allTurned = (histories: Record<string, History>): Record<string, History> =>
  Object.fromEntries(Object.entries(histories).map(([name, history]) => [`turned round: ${name}`, turned(history)]));

export const CORPORATE = { customer_type: 'corporate' };

export interface Cases {
  /** histories whose last event is hit, and no other */
  fires: Record<string, History>;
  /** histories none of whose events is hit */
  silent: Record<string, History>;
  /** histories whose last event is not hit, although the one before it was */
  over?: Record<string, History>;
}
