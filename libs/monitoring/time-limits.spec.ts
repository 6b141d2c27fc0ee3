import { RE2JS } from 're2js';
import { compileRule } from './compile-rule';
import { CustomerWindows } from './customer-windows';
import type { RuleDefinition } from './rule-definition';
import { RuleSet } from './rule-set';
import { activity, contextOf, NOON, ruleWith } from './testing/samples';
import { threadClock } from '@probity/platform/thread-clock';
import { OutOfTimeError, spend, withinTime } from './work-limit';

/** A clock that advances by a millisecond with each look at it. */
function tickingClock(): void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now++);
  jest.spyOn(threadClock, 'look').mockReturnValue();
}
afterEach(() => jest.restoreAllMocks());

const cheap = ruleWith({ gt: [{ aggregate: 'count', window: '1h' }, 0] });
const smaller = { lte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] };
const costly = (hours: number): RuleDefinition =>
  ruleWith({ gt: [{ aggregate: 'count', window: `${hours}h`, where: smaller }, 0] });

const history = Array.from({ length: 20_000 }, (_, n) => activity({ at: NOON - n, amount: n % 7 }));
const current = activity({ amount: 3 });

function evaluate(rules: RuleSet, limits: { ofRule: number; ofEvent: number }, windows?: CustomerWindows) {
  const values = (windows ?? new CustomerWindows(rules.aggregates, history)).evaluate(current);
  const outcomes = rules.evaluate(contextOf({ activity: current, aggregates: values }), limits);
  return outcomes.map((outcome) => ('stopped' in outcome ? `stopped: ${outcome.stopped}` : outcome.hit));
}

describe('limited work', () => {
  it('ends when its time is used up, and leaves the limit around it as it was', () => {
    tickingClock();
    const endless = (): void => {
      for (;;) spend(1_000);
    };
    expect(() =>
      withinTime(50, () => {
        expect(() => withinTime(5, endless)).toThrow(OutOfTimeError);
        expect(performance.now()).toBeLessThan(15);
        endless();
      }),
    ).toThrow(OutOfTimeError);
    expect(performance.now()).toBeLessThan(60);
    spend(1_000_000); // no limit any more
  });

  it('does not begin work for which there is not enough time', () => {
    tickingClock();
    expect(() => withinTime(50, () => spend(1_000_000))).not.toThrow();
    expect(() => withinTime(50, () => spend(2_000_000))).toThrow(OutOfTimeError);
  });

  it('is not stopped by a limit that is wider than the one around it', () => {
    tickingClock();
    expect(() => withinTime(10, () => withinTime(1_000, () => spend(100_000)))).not.toThrow();
    expect(() => withinTime(0, () => withinTime(1_000, () => spend(100_000)))).toThrow(OutOfTimeError);
  });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('time for which the thread does not run does not count', () => {
  const waits = (ms: number): void => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    spend(10_000);
  };
  const works = (ms: number): void => {
    for (const until = performance.now() + ms; performance.now() < until;) spend(1_000);
  };
  expect(() => withinTime(20, () => waits(60))).not.toThrow();
  expect(() => withinTime(20, () => works(1_000))).toThrow(OutOfTimeError);
});

describe('one rule', () => {
  const texts = (name: string) => ({ field: `transaction.payload.${name}`, type: 'texts' });
  const text = (name: string) => ({ field: `transaction.payload.${name}`, type: 'text' });
  const event = {
    list: Array.from({ length: 50_000 }, (_, n) => `word ${n}`),
    other: Array.from({ length: 50_000 }, (_, n) => `word ${49_999 - n}`),
    note: 'a'.repeat(400_000),
    part: `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`,
  };

  it.each<[string, object, boolean]>([
    ['compares long lists', { contains_all: [texts('list'), texts('other')] }, true],
    ['searches a long text for another', { contains: [text('note'), text('part')] }, false],
  ])('%s in time', (_name, condition, expected) => {
    const set = new RuleSet([{ rule_id: 'one', definition: ruleWith(condition as never) }]);
    const outcomes = set.evaluate(contextOf({ event }), { ofRule: 2_000, ofEvent: 2_000 });
    expect(outcomes).toMatchObject([{ hit: expected }]);
    expect(outcomes).not.toMatchObject([{ stopped: 'rule' }]);
  });

  it('is saved without compiling its patterns, which take long', () => {
    const patterns = Array.from({ length: 60 }, (_, n) => ({
      matches: [text('note'), `${'[\\w\\s]?'.repeat(90)}${n}`],
    }));
    const compile = jest.spyOn(RE2JS, 'compile');
    const rule = compileRule(ruleWith({ or: patterns }));
    expect(compile).not.toHaveBeenCalled(); // compiling them takes over a second
    rule.test(contextOf({ event }));
    expect(compile).toHaveBeenCalled();
  });
});

describe('rules with limited time', () => {
  const rules = new RuleSet([
    { rule_id: 'costly', definition: costly(24) },
    { rule_id: 'cheap', definition: cheap },
    { rule_id: 'costly too', definition: costly(25) },
  ]);

  it('all get their result in enough time', () => {
    expect(evaluate(rules, { ofRule: 60_000, ofEvent: 60_000 })).toEqual([true, true, true]);
  });

  it('are stopped at the limit of a rule; the others get their result', () => {
    tickingClock();
    expect(evaluate(rules, { ofRule: 20, ofEvent: 10_000 })).toEqual(['stopped: rule', true, 'stopped: rule']);
  });

  it('are stopped at the limit of the event, the costly ones first', () => {
    tickingClock();
    expect(evaluate(rules, { ofRule: 100, ofEvent: 30 })).toEqual(['stopped: event', true, 'stopped: event']);
  });

  it('report how long each ran when the time of the event was used up, and only then', () => {
    tickingClock();
    const values = new CustomerWindows(rules.aggregates, history).evaluate(current);
    const context = contextOf({ activity: current, aggregates: values });
    const reports: string[][] = [];
    const report = (times: { rule_id: string; ms: number }[]): void => {
      expect(times.every(({ ms }) => ms > 0)).toBe(true);
      reports.push(times.toSorted((a, b) => b.ms - a.ms).map(({ rule_id }) => rule_id));
    };
    rules.evaluate(context, { ofRule: 20, ofEvent: 10_000 }, report);
    expect(reports).toEqual([]);
    rules.evaluate(context, { ofRule: 100, ofEvent: 30 }, report);
    expect(reports).toEqual([['costly', 'cheap']]);
  });

  it('count right after they were stopped in the middle of a window', () => {
    const filtered = ruleWith({
      eq: [
        { aggregate: 'count', window: '1h', where: { matches: [{ field: 'activity.account_ref' }, 'account-.*'] } },
        20_001,
      ],
    });
    const set = new RuleSet([{ rule_id: 'filtered', definition: filtered }]);
    const windows = new CustomerWindows(set.aggregates, history);
    tickingClock();
    expect(evaluate(set, { ofRule: 20, ofEvent: 100 }, windows)).toEqual(['stopped: rule']);
    jest.restoreAllMocks();
    expect(evaluate(set, { ofRule: 60_000, ofEvent: 60_000 }, windows)).toEqual([true]);
  });
});
