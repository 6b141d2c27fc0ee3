import type { Activity } from './activity';
import { compileRule } from './compile-rule';
import { CustomerWindows } from './customer-windows';
import { DEFAULT_RULES } from './default-rules';
import { REPORTING_THRESHOLD } from './default-rules/thresholds';
import type { Evidence } from './evidence';
import { recompute } from './recompute';
import type { RuleContext } from './rule-context';
import { RuleSet } from './rule-set';
import { activity, contextOf, COUNTRY_LISTS, DAY, HOUR, NOON } from './testing/samples';

type Event = Parameters<typeof activity>[0];

interface History {
  /** in order of time; the last one is what the rule is asked about */
  events: Event[];
  customer?: Record<string, unknown>;
  customerSince?: number;
}

const ruleOf = (key: string) => {
  const found = DEFAULT_RULES.find((rule) => rule.key === key);
  if (found === undefined) throw new Error(`there is no default rule ${key}`);
  return found.definition;
};

/** The contexts of a history's events, each as the pipeline would have it. */
function contextsOf(history: History, windows: CustomerWindows): RuleContext[] {
  const { events, customer = { customer_type: 'individual' }, customerSince = NOON - 1_000 * DAY } = history;
  let previous: Activity | null = null;
  return events.map((event, index) => {
    const current = activity({ transaction_id: `transaction-${index}`, ...event });
    const context = contextOf({
      activity: current,
      customer,
      profile: { customer_since: customerSince, previous_activity_at: previous?.at ?? null, transaction_count: index },
      aggregates: windows.evaluate(current),
    });
    windows.add(current);
    previous = current;
    return context;
  });
}

/** Which events of a history a default rule hits, checking on the way that the evidence alone says the same. */
function hits(key: string, history: History): boolean[] {
  const rule = compileRule(ruleOf(key));
  const windows = new CustomerWindows(rule.aggregates, [], { countryLists: COUNTRY_LISTS });
  return contextsOf(history, windows).map((context) => {
    const { hit, evidence } = rule.evaluate(context);
    const stored = JSON.parse(JSON.stringify(evidence)) as Evidence;
    expect(stored).toEqual(evidence);
    expect(recompute(JSON.parse(JSON.stringify(ruleOf(key))), stored)).toBe(hit);
    return hit;
  });
}

const times = (count: number, event: (index: number) => Event): Event[] =>
  Array.from({ length: count }, (_, i) => event(i));

/** Equal events, an even step apart, the last of them at noon. */
const evenly = (count: number, step: number, event: Event = {}): Event[] =>
  times(count, (index) => ({ at: NOON - (count - 1 - index) * step, ...event }));

const last = (events: Event[], changes: Event): Event[] => [...events.slice(0, -1), { ...events.at(-1), ...changes }];
const first = (events: Event[], changes: Event): Event[] => [{ ...events[0], ...changes }, ...events.slice(1)];

const turned = (history: History): History => ({
  ...history,
  events: history.events.map((event) => ({
    ...event,
    direction: event?.direction === 'outbound' ? 'inbound' : 'outbound',
  })),
});
const allTurned = (histories: Record<string, History>): Record<string, History> =>
  Object.fromEntries(Object.entries(histories).map(([name, history]) => [`turned round: ${name}`, turned(history)]));

const CORPORATE = { customer_type: 'corporate' };

interface Cases {
  /** histories whose last event is hit, and no other */
  fires: Record<string, History>;
  /** histories none of whose events is hit */
  silent: Record<string, History>;
  /** histories whose last event is not hit, although the one before it was */
  over?: Record<string, History>;
}

const JUST_UNDER = evenly(3, DAY, { amount: 9_500 });
const STRUCTURING: Cases = {
  fires: {
    'three of 9,500 within a week': { events: JUST_UNDER },
    'at both ends of the range': { events: last(evenly(3, DAY, { amount: 8_000 }), { amount: '9999.99' }) },
    'the last one at the low end': { events: last(JUST_UNDER, { amount: 8_000 }) },
    'the first one just inside the week': { events: first(JUST_UNDER, { at: NOON - 7 * DAY + 1 }) },
    'with other amounts between': { events: [{ at: NOON - 3 * DAY, amount: 50 }, ...JUST_UNDER] },
  },
  silent: {
    'one fewer': { events: evenly(2, DAY, { amount: 9_500 }) },
    'the first one just outside the week': { events: first(JUST_UNDER, { at: NOON - 7 * DAY }) },
    'one at the threshold': { events: first(JUST_UNDER, { amount: 10_000 }) },
    'one a cent below the range': { events: first(JUST_UNDER, { amount: '7999.99' }) },
    'one the other way': { events: first(JUST_UNDER, { direction: 'outbound' }) },
  },
  over: {
    'then one at the threshold': { events: [...JUST_UNDER, { at: NOON + 1, amount: 10_000 }] },
    'then one a cent below the range': { events: [...JUST_UNDER, { at: NOON + 1, amount: '7999.99' }] },
    'then one the other way': { events: [...JUST_UNDER, { at: NOON + 1, amount: 9_500, direction: 'outbound' }] },
  },
};

/** Twelve weeks of one transaction each that add up to 12,000, the first just inside the baseline. */
const BASELINE = times(12, (week) => ({ at: NOON - (13 - week) * 7 * DAY + 1, amount: 1_000 }));
const spike = (amount: number | string): Event[] => [...BASELINE, { amount }];
const changed = (events: Event[], index: number, changes: Event): Event[] =>
  events.map((event, i) => (i === index ? { ...event, ...changes } : event));
/** Nine in the last of the twelve weeks, and one in the first four. */
const lateBaseline = (at: number): Event[] => [
  { at, amount: 1_000 },
  ...times(9, (i) => ({ at: NOON - 14 * DAY + i * HOUR, amount: 10 })),
  { amount: 6_000 },
];

const IN_AND_OUT: Event[] = [
  { at: NOON - 47 * HOUR, amount: 3_000 },
  { at: NOON - 40 * HOUR, amount: 2_000 },
  { at: NOON - HOUR, amount: 2_500, direction: 'outbound' },
  { at: NOON, amount: 1_500, direction: 'outbound' },
];

const ROUND = evenly(5, DAY, { amount: 3_000 });

const senders = (amount: number): Event[] =>
  times(10, (i) => ({ at: NOON - (9 - i) * HOUR, amount, counterparty: `sender ${i}` }));
const SENDERS = senders(500);
const A_CENT_SHORT = last(SENDERS, { amount: '499.99' });
const MANY_TO_ONE: Cases = {
  fires: {
    'ten of them': { events: SENDERS },
    'just inside the week': { events: first(SENDERS, { at: NOON - 7 * DAY + 1 }) },
    'of nobody knows whom': { events: SENDERS, customer: {} },
  },
  silent: {
    'one fewer': { events: first(senders(1_000), { counterparty: 'sender 9' }) },
    'one without a name': { events: first(senders(1_000), { counterparty: null }) },
    'one just outside the week': { events: first(senders(1_000), { at: NOON - 7 * DAY }) },
    'one the other way': { events: first(senders(1_000), { direction: 'outbound' }) },
    'a cent less': { events: A_CENT_SHORT },
    'a cent less, and more just outside the week': {
      events: [{ at: NOON - 7 * DAY, amount: 1_000, counterparty: 'sender 1' }, ...A_CENT_SHORT],
    },
    'a cent less, and more the other way': {
      events: [{ at: NOON - DAY, amount: 1_000, counterparty: 'sender 1', direction: 'outbound' }, ...A_CENT_SHORT],
    },
    'a company': { events: SENDERS, customer: CORPORATE },
  },
  over: { 'then one the other way': { events: [...SENDERS, { at: NOON + 1, direction: 'outbound' }] } },
};

const BURST = evenly(5, HOUR, { amount: 1_000 });
const OPENED_29_DAYS_AGO = NOON - 30 * DAY + 1;

const CASES: Record<string, Cases> = {
  large_cash: {
    fires: {
      'cash of the threshold': { events: [{ amount: 10_000, method: 'cash' }] },
      'crypto above it': { events: [{ amount: '10000.01', method: 'crypto' }] },
      'going out': { events: [{ amount: 10_000, method: 'cash', direction: 'outbound' }] },
    },
    silent: {
      'the last cent short': { events: [{ amount: '9999.99', method: 'cash' }] },
      'a transfer': { events: [{ amount: 10_000, method: 'transfer' }] },
      'of unknown method': { events: [{ amount: 10_000, method: 'other' }] },
    },
  },
  structuring: {
    fires: { ...STRUCTURING.fires, ...allTurned(STRUCTURING.fires) },
    silent: { ...STRUCTURING.silent, ...allTurned(STRUCTURING.silent) },
    over: { ...STRUCTURING.over, ...allTurned(STRUCTURING.over ?? {}) },
  },
  count_velocity: {
    fires: {
      'twenty within a day': { events: evenly(20, HOUR) },
      'the first one just inside the day': { events: first(evenly(20, HOUR), { at: NOON - DAY + 1 }) },
      'two hundred of a company': { events: evenly(200, 60_000), customer: CORPORATE },
      'the first one of a company just inside the day': {
        events: first(evenly(200, 60_000), { at: NOON - DAY + 1 }),
        customer: CORPORATE,
      },
      'of nobody knows whom': { events: evenly(20, HOUR), customer: {} },
    },
    silent: {
      'one fewer': { events: evenly(19, HOUR) },
      'the first one just outside the day': { events: first(evenly(20, HOUR), { at: NOON - DAY }) },
      'one fewer of a company': { events: evenly(199, 60_000), customer: CORPORATE },
      'the first one of a company just outside the day': {
        events: first(evenly(200, 60_000), { at: NOON - DAY }),
        customer: CORPORATE,
      },
    },
  },
  sum_velocity: {
    fires: {
      'two of 25,000': { events: evenly(2, HOUR, { amount: 25_000 }) },
      'in and out': { events: last(evenly(2, HOUR, { amount: 25_000 }), { direction: 'outbound' }) },
      'just inside the day': { events: first(evenly(2, HOUR, { amount: 25_000 }), { at: NOON - DAY + 1 }) },
      'half a million of a company': { events: evenly(2, HOUR, { amount: 250_000 }), customer: CORPORATE },
      'just inside the day, of a company': {
        events: first(evenly(2, HOUR, { amount: 250_000 }), { at: NOON - DAY + 1 }),
        customer: CORPORATE,
      },
    },
    silent: {
      'a cent less': { events: last(evenly(2, HOUR, { amount: 25_000 }), { amount: '24999.99' }) },
      'half of it just outside the day': {
        events: [{ at: NOON - DAY, amount: 25_000 }, { at: NOON - 1, amount: 10 }, { amount: 25_000 }],
      },
      'all in one': { events: [{ amount: 80_000 }] },
      'all in one, another just outside the day': { events: [{ at: NOON - DAY, amount: 10 }, { amount: 80_000 }] },
      'a cent less of a company': {
        events: last(evenly(2, HOUR, { amount: 250_000 }), { amount: '249999.99' }),
        customer: CORPORATE,
      },
      'half of it just outside the day, of a company': {
        events: [{ at: NOON - DAY, amount: 250_000 }, { at: NOON - 1, amount: 10 }, { amount: 250_000 }],
        customer: CORPORATE,
      },
    },
  },
  spike_against_baseline: {
    fires: {
      'five average weeks in one': { events: spike(5_000) },
      'over several transactions, the first just inside the week': {
        events: [...BASELINE, { at: NOON - 7 * DAY + 1, amount: 2_500 }, { amount: 2_500 }],
      },
      'whatever was before the baseline': { events: [{ at: NOON - 91 * DAY, amount: 50_000 }, ...spike(5_000)] },
      'of ten transactions, the first just inside the twelve weeks': { events: lateBaseline(NOON - 91 * DAY + 1) },
      'the tenth at the end of the twelve weeks': {
        events: changed(lateBaseline(NOON - 91 * DAY + 1), 9, { at: NOON - 7 * DAY }),
      },
      'the first at the end of the first four weeks': { events: lateBaseline(NOON - 63 * DAY) },
    },
    silent: {
      'a cent less': { events: spike('4999.99') },
      'against a baseline a little higher': { events: changed(spike(5_000), 5, { amount: '1000.03' }) },
      'more at the beginning of the baseline': { events: changed(spike(5_000), 0, { amount: 2_000 }) },
      'more at the end of the baseline': {
        events: [...BASELINE, { at: NOON - 7 * DAY, amount: 2_500 }, { amount: 2_500 }],
      },
      'more at the end of the baseline, and still as much': {
        events: [...BASELINE, { at: NOON - 7 * DAY, amount: 100 }, { amount: 5_000 }],
      },
      'five small weeks': {
        events: [...BASELINE.map((event) => ({ ...event, amount: 100 })), { amount: '4999.99' }],
      },
      'five small weeks, and more just outside the week': {
        events: [
          ...BASELINE.map((event) => ({ ...event, amount: 100 })),
          { at: NOON - 7 * DAY, amount: 1 },
          { amount: '4999.99' },
        ],
      },
      'one transaction too few, and another just before the twelve weeks': {
        events: [
          { at: NOON - 91 * DAY, amount: 10 },
          ...lateBaseline(NOON - 91 * DAY + 1).filter((_, index) => index !== 1),
        ],
      },
      'one transaction too few': { events: lateBaseline(NOON - 91 * DAY + 1).filter((_, index) => index !== 1) },
      'the first one just before the twelve weeks, the second just after the first four': {
        events: [{ at: NOON - 91 * DAY, amount: 1_000 }, ...lateBaseline(NOON - 63 * DAY + 1)],
      },
      'no history of the first four weeks': { events: lateBaseline(NOON - 63 * DAY + 1) },
    },
  },
  rapid_in_and_out: {
    fires: {
      '80 % of 5,000 gone within two days': { events: IN_AND_OUT },
      'just inside the two days': { events: first(IN_AND_OUT, { at: NOON - 48 * HOUR + 1 }) },
      'all of it at once': {
        events: [
          { at: NOON - 1, amount: 5_000 },
          { amount: 5_000, direction: 'outbound' },
        ],
      },
      'whatever came in before': { events: [{ at: NOON - 48 * HOUR, amount: 50_000 }, ...IN_AND_OUT] },
      'what went out first just inside the two days': {
        events: [
          { at: NOON - 48 * HOUR + 1, amount: 2_500, direction: 'outbound' },
          { at: NOON - HOUR, amount: 5_000 },
          { amount: 1_500, direction: 'outbound' },
        ],
      },
    },
    silent: {
      'a cent less out': { events: last(IN_AND_OUT, { amount: '1499.99' }) },
      'a cent less in': { events: last(first(IN_AND_OUT, { amount: '2999.99' }), { amount: 2_000 }) },
      'just outside the two days': { events: first(IN_AND_OUT, { at: NOON - 48 * HOUR }) },
      'what went out first just outside the two days': {
        events: [
          { at: NOON - 48 * HOUR, amount: 2_500, direction: 'outbound' },
          { at: NOON - HOUR, amount: 5_000 },
          { amount: 1_500, direction: 'outbound' },
        ],
      },
      'more came in, just inside the two days': { events: [{ at: NOON - 48 * HOUR + 1, amount: 10 }, ...IN_AND_OUT] },
    },
    over: {
      'then something comes in': { events: [...last(IN_AND_OUT, { amount: 2_000 }), { at: NOON + 1, amount: 10 }] },
    },
  },
  dormant_account_woken: {
    fires: {
      'more than 180 days': { events: [{ at: NOON - 180 * DAY - 1 }, { amount: 1_000 }] },
    },
    silent: {
      'exactly 180 days': { events: [{ at: NOON - 180 * DAY }, { amount: 1_000 }] },
      'a cent less': { events: [{ at: NOON - 180 * DAY - 1 }, { amount: '999.99' }] },
      'the very first transaction': { events: [{ amount: 1_000 }] },
      'the second after it woke': {
        events: [{ at: NOON - 181 * DAY }, { at: NOON - 1, amount: 10 }, { amount: 1_000 }],
      },
    },
  },
  round_amounts: {
    fires: {
      'five in a month': { events: times(5, (i) => ({ at: NOON - (4 - i) * DAY, amount: (i + 1) * 1_000 })) },
      'the last one of the smallest': { events: last(ROUND, { amount: 1_000 }) },
      'just inside the month': { events: first(ROUND, { at: NOON - 30 * DAY + 1 }) },
    },
    silent: {
      'one fewer': { events: evenly(4, DAY, { amount: 3_000 }) },
      'one that is not round': { events: first(ROUND, { amount: '3000.01' }) },
      'one that is half round': { events: first(ROUND, { amount: 3_500 }) },
      'one of nothing': { events: first(ROUND, { amount: 0 }) },
      'just outside the month': { events: first(ROUND, { at: NOON - 30 * DAY }) },
    },
    over: {
      'then an odd one': { events: [...ROUND, { at: NOON + 1, amount: 3_001 }] },
      'then one of nothing': { events: [...ROUND, { at: NOON + 1, amount: 0 }] },
    },
  },
  high_risk_corridor: {
    fires: {
      'any amount under a call for action': { events: [{ amount: '0.01', counterparty_country: 'IR' }] },
      '1,000 with a high-risk country': { events: [{ amount: 1_000, counterparty_country: 'MM' }] },
      'going there': { events: [{ amount: 1_000, counterparty_country: 'SY', direction: 'outbound' }] },
    },
    silent: {
      'a cent less with a high-risk country': { events: [{ amount: '999.99', counterparty_country: 'MM' }] },
      'another country': { events: [{ amount: 50_000, counterparty_country: 'DE' }] },
      'a country that nobody knows': { events: [{ amount: 50_000, counterparty_country: null }] },
    },
  },
  many_to_one: MANY_TO_ONE,
  one_to_many: {
    fires: allTurned(MANY_TO_ONE.fires),
    silent: allTurned(MANY_TO_ONE.silent),
    over: allTurned(MANY_TO_ONE.over ?? {}),
  },
  burst_on_new_account: {
    fires: {
      'five of 1,000 on the last day': { events: BURST, customerSince: OPENED_29_DAYS_AGO },
      'on the day it was opened': { events: BURST, customerSince: NOON - 5 * HOUR },
      'just inside the day': { events: first(BURST, { at: NOON - DAY + 1 }), customerSince: OPENED_29_DAYS_AGO },
    },
    silent: {
      'thirty days old': { events: BURST, customerSince: NOON - 30 * DAY },
      'one fewer': { events: evenly(4, HOUR, { amount: 2_000 }), customerSince: OPENED_29_DAYS_AGO },
      'a cent less': { events: last(BURST, { amount: '999.99' }), customerSince: OPENED_29_DAYS_AGO },
      'one just outside the day': {
        events: first(evenly(5, HOUR, { amount: 2_000 }), { at: NOON - DAY }),
        customerSince: OPENED_29_DAYS_AGO,
      },
    },
    over: {
      'then a cent short, when the first one is a day old': {
        events: [{ at: NOON - DAY, amount: 1_000 }, ...last(BURST, { amount: '999.99' })],
        customerSince: OPENED_29_DAYS_AGO,
      },
    },
  },
};

describe.each(DEFAULT_RULES.map(({ key }) => key))('%s', (key) => {
  const { fires, silent, over = {} } = CASES[key] as Cases;

  it.each(Object.entries(fires))('fires: %s', (_, history) => {
    const found = hits(key, history);
    expect(found.at(-1)).toBe(true);
    expect(found.slice(0, -1)).not.toContain(true);
  });

  it.each(Object.entries(silent))('stays silent: %s', (_, history) => {
    expect(hits(key, history)).not.toContain(true);
  });

  for (const [name, history] of Object.entries(over)) {
    it(`fires and is silent again: ${name}`, () => {
      expect(hits(key, history).slice(-2)).toEqual([true, false]);
    });
  }
});

describe('the default rules', () => {
  it('are all here, each with a key and an alert type of its own', () => {
    expect(Object.keys(CASES).sort()).toEqual(DEFAULT_RULES.map(({ key }) => key).sort());
    expect(new Set(DEFAULT_RULES.map(({ definition }) => definition.alert_type)).size).toBe(DEFAULT_RULES.length);
  });

  it('say in words what their thresholds are', () => {
    expect(ruleOf('large_cash').description).toContain(REPORTING_THRESHOLD.toLocaleString('en-US'));
    expect(ruleOf('rapid_in_and_out').description).toContain('80 %');
    for (const { definition } of DEFAULT_RULES) expect(definition.reason.length).toBeGreaterThan(100);
  });

  it('find nothing in the life of an ordinary customer', () => {
    const rules = new RuleSet(DEFAULT_RULES.map(({ key, definition }) => ({ rule_id: key, definition })));
    const month = (index: number): Event[] => {
      const salary: Event = { amount: '2871.34', counterparty: 'employer', counterparty_country: 'DE' };
      const spent = times(25, (day): Event => ({
        at: NOON - (13 - index) * 30 * DAY + day * DAY,
        amount: 20 + ((day * 37) % 90) + 0.49,
        direction: 'outbound',
        method: day % 5 === 0 ? 'cash' : 'card',
        counterparty: `shop ${day % 8}`,
      }));
      return [{ ...salary, at: NOON - (13 - index) * 30 * DAY }, ...spent];
    };
    const windows = new CustomerWindows(rules.aggregates, [], { countryLists: COUNTRY_LISTS });
    const contexts = contextsOf(
      { events: times(12, (index) => index as never).flatMap((_, index) => month(index)) },
      windows,
    );
    expect(contexts).toHaveLength(312);
    const found = contexts.flatMap((context) => rules.evaluate(context).filter(({ hit }) => hit));
    expect(found.map(({ rule_id }) => rule_id)).toEqual([]);
  });
});
