import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { Activity } from './activity';
import { formatAmount, parseAmount } from './amount';
import type { AggregateSpec } from './aggregate-spec';
import { compileRule } from './compile-rule';
import { CustomerWindows, UncoveredWindowError } from './customer-windows';
import { roundedQuotient } from './decimal-arithmetic';
import type { AggregateValue } from './rule-context';
import { activity, COUNTRY_LISTS, HOUR, NOON, ruleWith } from './testing/samples';

const specsOf = (nodes: object[]): readonly AggregateSpec[] =>
  compileRule(ruleWith({ or: nodes.map((node) => ({ gt: [node, 0] })) })).aggregates;

/** The values of some aggregates for an event, amounts as texts. */
function valuesOf(nodes: object[], past: Activity[], current: Activity): unknown[] {
  const values = new CustomerWindows(specsOf(nodes), past, { countryLists: COUNTRY_LISTS }).evaluate(current);
  return [...values.values()].map((value) => (typeof value === 'bigint' ? formatAmount(value) : value));
}

const COUNT = { aggregate: 'count', window: '1h' };

/** A text as it comes out of JSON: in one piece, where one that was put together still has its parts. */
const asParsed = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** The garbage collector, which Node only hands out when asked. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

const collectGarbage = garbageCollector();

/** Bytes in use, on the heap and in buffers, when nothing more can be freed: some things go only with a later pass. */
async function bytesInUse(): Promise<number> {
  for (let last = Infinity; ;) {
    await new Promise(setImmediate);
    for (let pass = 0; pass < 3; pass++) collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const now = heapUsed + arrayBuffers;
    if (now > last - 10_000) return now;
    last = now;
  }
}

describe("a customer's windows", () => {
  it('hold what is after their start, up to the event itself', () => {
    const past = [activity({ at: NOON - HOUR }), activity({ at: NOON - HOUR + 1 }), activity({ at: NOON })];
    expect(valuesOf([COUNT], past, activity({ at: NOON }))).toEqual([3]);
    expect(valuesOf([COUNT], past, activity({ at: NOON - 1 }))).toEqual([3]);
    expect(valuesOf([COUNT], past, activity({ at: NOON - 2 * HOUR }))).toEqual([1]);
  });

  it('side by side share nothing and miss nothing', () => {
    const past = [0, 1, 2, 3].map((hours) => activity({ at: NOON - hours * HOUR }));
    const [recent, before] = [
      { ...COUNT, include_current: false },
      { ...COUNT, offset: '1h' },
    ];
    expect(valuesOf([recent, before], past, activity({ at: NOON }))).toEqual([1, 1]);
  });

  it('count the current event unless told otherwise', () => {
    const amount = { of: 'amount', window: '1h' };
    const nodes = [
      COUNT,
      { aggregate: 'sum', ...amount },
      { aggregate: 'max', ...amount },
      { aggregate: 'min', ...amount },
      { aggregate: 'avg', ...amount },
      { aggregate: 'distinct', of: 'counterparty', window: '1h' },
    ];
    const past = [activity({ amount: 10 }), activity({ amount: '0.01' })];
    const current = activity({ amount: 20, counterparty: 'another' });
    expect(valuesOf(nodes, past, current)).toEqual([3, '30.01', '20', '0.01', '10.00333333', 2]);
    const without = nodes.map((node) => ({ ...node, include_current: false }));
    expect(valuesOf(without, past, current)).toEqual([2, '10.01', '10', '0.01', '5.005', 1]);
    expect(valuesOf(without, [], current)).toEqual([0, '0', null, null, null, 0]);
  });

  it('leave out what a filter leaves out, the current event too', () => {
    const where = { country_in: [{ field: 'activity.counterparty_country' }, 'high_risk'] };
    const past = ['MM', 'DE', null, 'SY'].map((counterparty_country) => activity({ counterparty_country }));
    const counted = (counterparty_country: string): unknown =>
      valuesOf([{ ...COUNT, where }], past, activity({ counterparty_country }))[0];
    expect([counted('MM'), counted('DE')]).toEqual([3, 2]);
  });

  it('compare each activity with the current event', () => {
    const where = { eq: [{ field: 'activity.counterparty' }, { field: 'transaction.counterparty' }] };
    const past = ['a', 'b', 'a', null].map((counterparty) => activity({ counterparty }));
    const counted = (counterparty: string | null): unknown =>
      valuesOf([{ ...COUNT, where }], past, activity({ counterparty }))[0];
    expect([counted('a'), counted('b'), counted('c'), counted(null)]).toEqual([3, 2, 1, 0]);
  });

  it('are exact for amounts beyond 64 bits', () => {
    const huge = '999999999999999999.99999999';
    const nodes = [
      { aggregate: 'sum', of: 'amount', window: '1h' },
      { aggregate: 'max', of: 'amount', window: '1h', include_current: false },
      { aggregate: 'min', of: 'amount', window: '1h', include_current: false },
    ];
    const past = [huge, `-${huge}`, '92233720368.54775808', '-92233720368.54775809'].map((amount) =>
      activity({ amount }),
    );
    expect(valuesOf(nodes, past, activity({ amount: huge }))).toEqual([
      '999999999999999999.99999998',
      huge,
      `-${huge}`,
    ]);
  });

  it('are evaluated for an event that is no activity', () => {
    const specs = specsOf([COUNT, { ...COUNT, include_current: false }]);
    const values = new CustomerWindows(specs, [activity({ at: NOON })]).evaluateAt(NOON);
    expect([...values]).toEqual([[expect.stringContaining('"include_current":false'), 1]]);
  });

  it('want the country lists of their filters', () => {
    const where = { country_in: [{ field: 'activity.counterparty_country' }, 'high_risk'] };
    expect(() => new CustomerWindows(specsOf([{ ...COUNT, where }]), [])).toThrow(/high_risk.*was not given/);
  });
});

describe('what windows hold', () => {
  const specs = specsOf([COUNT, { aggregate: 'distinct', of: 'counterparty', window: '2h' }]);

  it('is dropped when no later event can reach it', () => {
    const past = Array.from({ length: 10 }, (_, hours) => activity({ at: NOON - hours * HOUR }));
    const windows = new CustomerWindows(specs, past);
    windows.prune(NOON);
    expect(windows.size).toBe(2);
    expect([...windows.evaluate(activity({ at: NOON })).values()]).toEqual([2, 1]);
  });

  it('is never counted short: an event that reaches further back is refused', () => {
    const windows = new CustomerWindows(specs, [activity({ at: NOON })], { completeSince: NOON - 3 * HOUR });
    expect(windows.covers(NOON - HOUR)).toBe(true);
    expect([...windows.evaluate(activity({ at: NOON - HOUR })).values()]).toEqual([1, 1]);
    expect(windows.covers(NOON - HOUR - 1)).toBe(false);
    expect(() => windows.evaluate(activity({ at: NOON - HOUR - 1 }))).toThrow(UncoveredWindowError);
    windows.prune(NOON);
    expect(windows.covers(NOON - 1)).toBe(false);
    windows.add(activity({ at: NOON - 5 * HOUR }));
    expect(windows.size).toBe(1);
  });

  it('stays as small as the windows are, however long the history gets', async () => {
    const windows = new CustomerWindows(specs, []);
    const live = (from: number, to: number): void => {
      for (let minute = from; minute < to; minute++) {
        const at = NOON + minute * 60_000;
        const current = activity({ at, counterparty: asParsed(`counterparty ${minute}`) });
        windows.evaluate(current);
        windows.add(current);
        windows.prune(at);
      }
    };
    live(0, 1_000);
    const before = await bytesInUse();
    live(1_000, 40_000);
    expect((await bytesInUse()) - before).toBeLessThan(1_000_000); // the texts alone would be 4 million
    expect(windows.size).toBe(120);
    const again = activity({ at: NOON + 39_999 * 60_000, counterparty: 'counterparty 39999' });
    expect([...windows.evaluate(again).values()]).toEqual([61, 120]);
  });
});

/** A filter in JSON and, written apart from it, what it means. */
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

/** The value by the definition and nothing else: every activity is looked at for every event. */
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

/** The minutes from one event to the next: mostly forwards, often none, sometimes back. */
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
  it('are those of a naive recount, whatever the order and whatever is forgotten', () => {
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

describe('memory', () => {
  it('is at most 200 bytes for each activity, with every counterparty another', async () => {
    const count = 20_000;
    const fill = (): CustomerWindows =>
      new CustomerWindows(
        specsOf([COUNT]),
        Array.from({ length: count }, (_, index) =>
          activity({
            at: NOON + index * MINUTE,
            counterparty: asParsed(`counterparty-${String(index).padStart(22, '0')}`),
          }),
        ),
      );

    const before = await bytesInUse();
    const windows = fill();
    const bytes = ((await bytesInUse()) - before) / count;
    expect(windows.size).toBe(count);
    expect(bytes).toBeGreaterThan(48);
    expect(bytes).toBeLessThan(200);
  });
});
