import { DAY, NOON } from './samples';
import { times, evenly, last, first, allTurned, type Cases } from './histories';

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

const ROUND = evenly(5, DAY, { amount: 3_000 });

export const AMOUNT_RULES: Record<string, Cases> = {
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
      'an unknown country': { events: [{ amount: 50_000, counterparty_country: null }] },
    },
  },
};
