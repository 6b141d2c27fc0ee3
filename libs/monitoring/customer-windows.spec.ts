import { CustomerWindows, UncoveredWindowError } from './customer-windows';
import { activity, HOUR, NOON } from './testing/samples';
import { ActivityLog } from './windows/activity-log';
import { COUNT, readAll, specsOf, valuesOf } from './testing/windows';

describe("a customer's windows", () => {
  it('have the activities after their start, up to the event itself', () => {
    const past = [activity({ at: NOON - HOUR }), activity({ at: NOON - HOUR + 1 }), activity({ at: NOON })];
    expect(valuesOf([COUNT], past, activity({ at: NOON }))).toEqual([3]);
    expect(valuesOf([COUNT], past, activity({ at: NOON - 1 }))).toEqual([3]);
    expect(valuesOf([COUNT], past, activity({ at: NOON - 2 * HOUR }))).toEqual([1]);
  });

  it('have each activity exactly once if they are adjacent', () => {
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

  it('apply the filter to all activities, including the current event', () => {
    const where = { country_in: [{ field: 'activity.counterparty_country' }, 'high_risk'] };
    const past = ['MM', 'DE', null, 'SY'].map((counterparty_country) => activity({ counterparty_country }));
    const counted = (counterparty_country: string): unknown =>
      valuesOf([{ ...COUNT, where }], past, activity({ counterparty_country }))[0];
    expect([counted('MM'), counted('DE')]).toEqual([3, 2]);
  });

  it('can compare each activity with the current event', () => {
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

  it('are evaluated for an event without an activity', () => {
    const specs = specsOf([COUNT, { ...COUNT, include_current: false }]);
    const values = new CustomerWindows(specs, [activity({ at: NOON })]).evaluateAt(NOON);
    expect(readAll(specs, values)).toEqual([undefined, 1]);
  });

  it('require the country lists of their filters', () => {
    const where = { country_in: [{ field: 'activity.counterparty_country' }, 'high_risk'] };
    expect(() => new CustomerWindows(specsOf([{ ...COUNT, where }]), [])).toThrow(/high_risk.*was not given/);
  });
});

describe('the activities in memory', () => {
  const specs = specsOf([COUNT, { aggregate: 'distinct', of: 'counterparty', window: '2h' }]);

  it('are removed when no later event needs them', () => {
    const past = Array.from({ length: 10 }, (_, hours) => activity({ at: NOON - hours * HOUR }));
    const windows = new CustomerWindows(specs, past);
    windows.prune(NOON);
    expect(windows.size).toBe(2);
    expect(readAll(specs, windows.evaluate(activity({ at: NOON })))).toEqual([2, 1]);
  });

  it('are complete: an event whose windows begin earlier is rejected', () => {
    const windows = new CustomerWindows(specs, [activity({ at: NOON })], { completeSince: NOON - 3 * HOUR });
    expect(windows.covers(NOON - HOUR)).toBe(true);
    expect(readAll(specs, windows.evaluate(activity({ at: NOON - HOUR })))).toEqual([1, 1]);
    expect(windows.covers(NOON - HOUR - 1)).toBe(false);
    expect(() => windows.evaluate(activity({ at: NOON - HOUR - 1 }))).toThrow(UncoveredWindowError);
    windows.prune(NOON);
    expect(windows.covers(NOON - 1)).toBe(false);
    windows.add(activity({ at: NOON - 5 * HOUR }));
    expect(windows.size).toBe(1);
  });

  it('can be extended by older ones, for older events', () => {
    const windows = new CustomerWindows(specs, [activity({ at: NOON })], { completeSince: NOON - HOUR });
    const older = new ActivityLog(0);
    for (const hours of [3, 2, 1]) older.insert(activity({ at: NOON - hours * HOUR }));
    windows.extend(older, NOON - 4 * HOUR, false);
    expect(windows.covers(NOON - 2 * HOUR)).toBe(true);
    expect(readAll(specs, windows.evaluate(activity({ at: NOON - 2 * HOUR })))).toEqual([2, 1]);
    expect(readAll(specs, windows.evaluate(activity({ at: NOON + 1 })))).toEqual([2, 1]);
    windows.prune(NOON);
    windows.extend(new ActivityLog(0), NOON - 3 * HOUR, false);
    expect(windows.size).toBe(2); // what was removed does not come back
  });

  it('can be cut: then longer windows are not covered, and the others have their values', () => {
    const past = Array.from({ length: 10 }, (_, n) => activity({ at: NOON - n * 0.4 * HOUR }));
    const windows = new CustomerWindows(specs, past);
    windows.cutTo(4);
    expect([windows.size, windows.isCut]).toEqual([4, true]);
    const values = windows.evaluate(activity({ at: NOON }));
    const [count, distinct] = specs;
    expect(values.uncovered).toEqual(new Set([distinct!.key]));
    expect(values.get(count!.key)).toBe(4);
    expect(() => values.get(distinct!.key)).toThrow(UncoveredWindowError);
    windows.prune(NOON + 2 * HOUR);
    expect(windows.isCut).toBe(false);
  });

  it('stay when other aggregates are computed', () => {
    const windows = new CustomerWindows(specs, [activity({ at: NOON - HOUR * 1.5 })]);
    const others = specsOf([{ ...COUNT, window: '2h' }]);
    windows.compute(others, new Map());
    expect(readAll(others, windows.evaluate(activity({ at: NOON })))).toEqual([2]);
  });
});
