import { DAY, HOUR, NOON } from './samples';
import { type Event, times, last, first, allTurned, CORPORATE, type Cases } from './histories';

const senders = (amount: number): Event[] =>
  times(10, (i) => ({ at: NOON - (9 - i) * HOUR, amount, counterparty: `sender ${i}` }));
const SENDERS = senders(500);
const A_CENT_SHORT = last(SENDERS, { amount: '499.99' });
const MANY_TO_ONE: Cases = {
  fires: {
    'ten of them': { events: SENDERS },
    'just inside the week': { events: first(SENDERS, { at: NOON - 7 * DAY + 1 }) },
    'of an unknown customer type': { events: SENDERS, customer: {} },
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

export const NETWORK_RULES: Record<string, Cases> = {
  many_to_one: MANY_TO_ONE,
  one_to_many: {
    fires: allTurned(MANY_TO_ONE.fires),
    silent: allTurned(MANY_TO_ONE.silent),
    over: allTurned(MANY_TO_ONE.over ?? {}),
  },
};
