import type { ActivityFields } from '../activity';
import { activity, NOON } from '../testing/samples';
import { ActivityLog } from './activity-log';
import { LoggedActivity } from './logged-activity';

/** All activities of a log, in order. */
function activitiesOf(log: ActivityLog): ActivityFields[] {
  const row = new LoggedActivity(log);
  return Array.from({ length: log.length }, (_, index) => {
    row.row = index;
    const { at, amount, comparable, currency, direction, method } = row;
    const { counterparty, counterparty_country, channel, account_ref } = row;
    const ofOthers = { counterparty, counterparty_country, channel, account_ref };
    return { at, amount, comparable, currency, direction, method, ...ofOthers };
  });
}

const sample = (at: number, counterparty: string): ActivityFields => {
  const { transaction_id: _, ...fields } = activity({ at: NOON + at, counterparty, amount: at });
  return fields;
};

describe('a log of activities', () => {
  it('returns its activities in order of time, then of insertion', () => {
    const log = new ActivityLog(0);
    const [a, b, c, d] = [sample(1, 'a'), sample(2, 'b'), sample(2, 'c'), sample(3, 'd')] as const;
    expect([b, d, a, c].map((one) => log.insert(one))).toEqual([0, 1, 0, 2]);
    expect(activitiesOf(log)).toEqual([a, b, c, d]);
  });

  it('stores large amounts exactly', () => {
    const log = new ActivityLog(0);
    const amounts = [0n, -1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n, 10n ** 28n, -(10n ** 28n)];
    const given = amounts.map((amount, index) => ({ ...sample(-index, 'a'), amount, comparable: index % 3 > 0 }));
    for (const one of given) log.insert(one);
    expect(activitiesOf(log)).toEqual(given.reverse());
    expect(() => log.insert({ ...sample(0, 'a'), amount: 10n ** 30n })).toThrow(RangeError);
    expect(log.length).toBe(amounts.length);
  });

  it('counts the activities up to and including a time', () => {
    const log = new ActivityLog(0);
    for (const at of [1, 2, 2, 5]) log.insert(sample(at, 'a'));
    expect([0, 1, 2, 4, 5, 6].map((at) => log.countUntil(NOON + at))).toEqual([0, 1, 3, 3, 4, 4]);
  });

  it('removes the first activities, and the texts that no other activity has', () => {
    const log = new ActivityLog(0);
    for (let at = 0; at < 100; at++) log.insert({ ...sample(at, `counterparty ${at}`), comparable: at % 3 > 0 });
    const before = activitiesOf(log);
    const size = log.texts.size;
    log.dropFirst(90);
    expect(activitiesOf(log)).toEqual(before.slice(90));
    expect(log.texts.size).toBe(size - 90);
    log.insert(sample(95, 'another'));
    expect(activitiesOf(log)).toEqual([...before.slice(90, 96), sample(95, 'another'), ...before.slice(96)]);
  });

  it('continues with the activities of another log', () => {
    const [older, newer] = [new ActivityLog(0), new ActivityLog(0)];
    for (let at = 0; at < 40; at++) (at < 20 ? older : newer).insert({ ...sample(at, `${at % 7}`), channel: null });
    const all = [...activitiesOf(older), ...activitiesOf(newer)];
    older.append(newer);
    expect(activitiesOf(older)).toEqual(all);
    expect(older.texts.size).toBe(newer.texts.size);
    older.insert(sample(5, 'another'));
    expect(older.length).toBe(41);
  });
});
