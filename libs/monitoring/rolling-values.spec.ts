import fc from 'fast-check';
import type { Activity } from './activity';
import { parseAmount } from './amount';
import type { AggregateSpec } from './aggregate-spec';
import { CustomerWindows, UncoveredWindowError } from './customer-windows';
import { roundedQuotient } from './decimal-arithmetic';
import type { AggregateValue } from './rule-context';
import { activity, COUNTRY_LISTS, NOON } from './testing/samples';
import { specsOf } from './testing/windows';

/** A filter in JSON, and the same filter as an independent function. */
interface Filter {
  where: object | undefined;
  passes: (one: Activity, current: Activity) => boolean;
}

const FILTERS: Filter[] = [
  { where: undefined, passes: () => true },
  { where: { eq: [{ field: 'activity.direction' }, 'inbound'] }, passes: (one) => one.direction === 'inbound' },
  { where: { gte: [{ field: 'activity.amount' }, 50] }, passes: (one) => one.amount >= parseAmount(50) },
  {
    where: { not: { country_in: [{ field: 'activity.counterparty_country' }, ['high_risk', 'call_for_action']] } },
    passes: (one) => !['MM', 'SY', 'IR', 'KP'].includes(one.counterparty_country ?? ''),
  },
  {
    where: { eq: [{ field: 'activity.counterparty' }, { field: 'transaction.counterparty' }] },
    passes: (one, current) => one.counterparty !== null && one.counterparty === current.counterparty,
  },
  {
    where: {
      and: [
        { lt: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] },
        { ne: [{ field: 'activity.channel' }, 'web'] },
      ],
    },
    passes: (one, current) => one.amount < current.amount && one.channel !== null && one.channel !== 'web',
  },
  {
    where: { older_than: [{ field: 'activity.at' }, '5m'] },
    passes: (one, current) => current.at - one.at > 5 * 60_000,
  },
];

const MINUTE = 60_000;
const HOUR_OF_MINUTES = 60;

interface RandomAggregate {
  aggregate: string;
  of: string | undefined;
  window: number;
  offset: number;
  includeCurrent: boolean;
  filter: Filter;
}

const randomAggregate: fc.Arbitrary<RandomAggregate> = fc
  .record({
    subject: fc.constantFrom(
      ['count', undefined],
      ['sum', 'amount'],
      ['max', 'amount'],
      ['min', 'amount'],
      ['avg', 'amount'],
      ['distinct', 'counterparty'],
      ['distinct', 'counterparty_country'],
      ['distinct', 'channel'],
    ),
    window: fc.integer({ min: 1, max: HOUR_OF_MINUTES }),
    offset: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 })),
    includeCurrent: fc.boolean(),
    filter: fc.constantFrom(...FILTERS),
  })
  .map(({ subject: [aggregate, of], includeCurrent, ...rest }) => ({
    ...rest,
    aggregate: aggregate,
    of,
    includeCurrent: includeCurrent && rest.offset === 0,
  }));

const nodeOf = ({ aggregate, of, window, offset, includeCurrent, filter }: RandomAggregate): object => ({
  aggregate,
  ...(of && { of }),
  window: `${window}m`,
  ...(offset > 0 && { offset: `${offset}m` }),
  include_current: includeCurrent,
  ...(filter.where && { where: filter.where }),
});

/** Computes the value directly from the definition: reads every activity for every event. */
function naive(one: RandomAggregate, past: Activity[], current: Activity): AggregateValue {
  const end = current.at - one.offset * MINUTE;
  const inside = past.filter(({ at }) => at <= end && at > end - one.window * MINUTE);
  const counted = (one.includeCurrent ? [...inside, current] : inside).filter((each) =>
    one.filter.passes(each, current),
  );
  const amounts = counted.map(({ amount }) => amount);
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  switch (one.aggregate) {
    case 'count':
      return counted.length;
    case 'sum':
      return sum;
    case 'avg':
      return amounts.length === 0 ? null : roundedQuotient(sum, BigInt(amounts.length));
    case 'max':
      return amounts.reduce<bigint | null>((best, amount) => (best === null || amount > best ? amount : best), null);
    case 'min':
      return amounts.reduce<bigint | null>((best, amount) => (best === null || amount < best ? amount : best), null);
    default: {
      const texts = counted.map((each) => each[one.of as 'counterparty']);
      return new Set(texts.filter((text) => text !== null)).size;
    }
  }
}

const randomActivity = fc.record({
  amount: fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((amount) => BigInt(amount) * 100_000_000n),
    fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n }),
  ),
  direction: fc.constantFrom('inbound' as const, 'outbound' as const),
  counterparty: fc.constantFrom('a', 'b', 'c', 'd', null),
  counterparty_country: fc.constantFrom('DE', 'MM', 'IR', null),
  channel: fc.constantFrom('web', 'branch', null),
});

/** The minutes from one event to the next: mostly positive, often 0, sometimes negative. */
const randomStep = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 15 }) },
  { weight: 1, arbitrary: fc.integer({ min: -30, max: -1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 200 }) },
);

const randomEvent = fc.record({
  step: randomStep,
  fields: randomActivity,
  stored: fc.integer({ min: 0, max: 4 }).map((fifth) => fifth > 0),
  prune: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
});

describe('rolling values', () => {
  it('equal a naive recount, for events in any order and after pruning', () => {
    let compared = 0;
    let outOfOrder = 0;
    fc.assert(
      fc.property(
        fc.array(randomAggregate, { minLength: 1, maxLength: 6, size: 'max' }),
        fc.nat({ max: 30 }),
        fc.array(randomEvent, { minLength: 1, maxLength: 80, size: 'max' }),
        (aggregates, loaded, events) => {
          let at = NOON;
          const all = events.map(({ step, fields, stored, prune }, index) => {
            at += step * MINUTE;
            return { stored, prune, current: { ...activity({ at, transaction_id: String(index) }), ...fields } };
          });
          const past = all.slice(0, loaded).map(({ current }) => current);
          const specs = aggregates.map((one) => specsOf([nodeOf(one)])[0] as AggregateSpec);
          const windows = new CustomerWindows(specs, past, { countryLists: COUNTRY_LISTS });

          for (const { current, stored, prune } of all.slice(loaded)) {
            if (past.some((one) => one.at > current.at)) outOfOrder++;
            if (windows.covers(current.at)) {
              const values = windows.evaluate(current);
              specs.forEach(({ key }, index) => {
                const expected = naive(aggregates[index] as RandomAggregate, past, current);
                if (values.get(key) !== expected) expect([key, values.get(key)]).toEqual([key, expected]);
                compared++;
              });
            } else {
              expect(() => windows.evaluate(current)).toThrow(UncoveredWindowError);
            }
            if (stored) {
              windows.add(current);
              past.push(current);
            }
            if (prune) windows.prune(current.at);
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(10_000);
    expect(outOfOrder).toBeGreaterThan(500);
  });
});
