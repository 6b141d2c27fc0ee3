import { DAY, HOUR, NOON } from './samples';
import { type Event, times, evenly, last, first, CORPORATE, type Cases } from './histories';

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

const BURST = evenly(5, HOUR, { amount: 1_000 });
const OPENED_29_DAYS_AGO = NOON - 30 * DAY + 1;

export const BEHAVIOUR_RULES: Record<string, Cases> = {
  count_velocity: {
    fires: {
      'twenty within a day': { events: evenly(20, HOUR) },
      'the first one just inside the day': { events: first(evenly(20, HOUR), { at: NOON - DAY + 1 }) },
      'two hundred of a company': { events: evenly(200, 60_000), customer: CORPORATE },
      'the first one of a company just inside the day': {
        events: first(evenly(200, 60_000), { at: NOON - DAY + 1 }),
        customer: CORPORATE,
      },
      'of an unknown customer type': { events: evenly(20, HOUR), customer: {} },
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
