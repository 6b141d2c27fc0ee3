import { pino } from 'pino';
import type { Stopped } from '@probity/monitoring/rule-set';
import { ruleWith } from '@probity/monitoring/testing/samples';
import type { NoticeRaised } from '@probity/contracts/notices/events';
import type { Notice } from '@probity/notices/notice-board';
import { Metrics } from '@probity/platform/metrics';
import type { Evaluated } from '../evaluation/evaluation';
import { SUSPENDED_AFTER } from './rule-stops';
import { SlowRules } from './slow-rules';
import { ruleSet } from './tenant-rules';

const TENANT = 'tenant';
const definition = ruleWith({ eq: [1, 1] }, { name: 'Slow rule' });
const rule = (name: string) => ({ version: 3, mode: 'active' as const, definition: { ...definition, name } });
const RULES = ruleSet('rules', [
  ['slow', rule('Slow rule')],
  ['heavy', rule('Heavy rule')],
  ['late', rule('Late rule')],
]);
/** All rules together used up the time of the event, and one of them was stopped. */
const shared = (stopped: string, ran: { [rule: string]: number }): Evaluated => ({
  rules: 3,
  outcomes: [{ rule_id: stopped, hit: false, evidence: null, stopped: 'event' }],
  longest: Object.entries(ran).map(([rule_id, ms]) => ({ rule_id, ms })),
});
const outcome = (stopped: Stopped): Evaluated => ({
  rules: 1,
  outcomes: [{ rule_id: 'slow', hit: false, evidence: null, stopped }],
});
const FINE: Evaluated = { rules: 1, outcomes: [] };

describe('rules that use up their time', () => {
  let now: number;
  let raised: Notice[];
  let open: unknown;
  let settled: string[];
  let updates: object[];
  let metrics: Metrics;
  let watch: SlowRules;
  beforeEach(() => {
    now = 0;
    open = undefined;
    [raised, settled, updates] = [[], [], []];
    metrics = new Metrics();
    watch = new SlowRules({
      rules: {
        update: (tenant, rule, change) => {
          updates.push({ tenant, rule, ...change });
          return Promise.resolve({} as never);
        },
      },
      board: {
        raise: (notice) => Promise.resolve(void raised.push(notice)),
        revise: (concern, decide) => {
          const revision = decide(open as NoticeRaised | undefined);
          if (revision && !('settle' in revision)) raised.push((open = { ...concern, ...revision }));
          return Promise.resolve(true);
        },
        settle: ({ kind }, because) => {
          open = undefined;
          return Promise.resolve(void settled.push(`${kind}: ${because}`));
        },
      },
      metrics,
      logger: pino({ level: 'silent' }),
      now: () => new Date(now),
    });
  });
  const events = async (count: number, evaluated: Evaluated): Promise<void> => {
    for (let n = 0; n < count; n++) watch.evaluated(TENANT, RULES, 'transaction', evaluated);
    await new Promise(setImmediate);
  };

  it('are reported in another notice when a customer has too many transactions, and never suspended', async () => {
    await events(SUSPENDED_AFTER, outcome('history'));
    expect(raised[0]).toMatchObject({
      kind: 'rule_stopped',
      subject: 'histories',
      message: expect.stringContaining('more than 200000 transactions in their windows: "Slow rule"'),
    });
    expect(updates).toEqual([]);
    now = 600_000;
    await events(1, FINE);
    expect(settled[0]).toMatch(/^rule_stopped: No customer has too many transactions/);
  });

  it('are reported to staff, with their name', async () => {
    await events(1, outcome('event'));
    expect(raised).toEqual([
      expect.objectContaining({
        tenantId: TENANT,
        kind: 'rule_stopped',
        message: expect.stringMatching(/used up: "Slow rule"\. Events may match them without an alert/),
      }),
    ]);
    expect(updates).toEqual([]);
  });

  it('are counted by whose time was used up', async () => {
    await events(2, outcome('rule'));
    await events(1, outcome('event'));
    await events(1, FINE);
    const text = await metrics.text();
    expect(text).toContain('probity_work_stopped_total{kind="rule"} 2');
    expect(text).toContain('probity_work_stopped_total{kind="event"} 1');
  });

  it('are suspended when they keep doing so', async () => {
    await events(SUSPENDED_AFTER - 1, outcome('rule'));
    expect(updates).toEqual([]);
    await events(1, outcome('rule'));
    expect(updates).toEqual([{ tenant: TENANT, rule: 'slow', mode: 'disabled', expected_version: 3, actor: 'system' }]);
    expect(raised.at(-1)).toMatchObject({ kind: 'rule_suspended', subject: 'slow', severity: 'high' });
  });

  it('are suspended when they take most of the time of all rules; the rules that others stop are not', async () => {
    await events(SUSPENDED_AFTER - 2, shared('late', { heavy: 40, slow: 35, late: 1 }));
    await events(1, shared('late', { slow: 45, heavy: 30 }));
    expect(updates).toEqual([]);
    await events(1, shared('late', { heavy: 40, slow: 35 }));
    expect(updates).toEqual([
      { tenant: TENANT, rule: 'heavy', mode: 'disabled', expected_version: 3, actor: 'system' },
    ]);
    expect(raised.at(-1)).toMatchObject({
      kind: 'rule_suspended',
      subject: 'heavy',
      message: expect.stringMatching(
        /all rules together used up their time of 100 ms for 10 of 10 events, and it took/,
      ),
      data: { time_limit: 'event' },
    });
    expect(raised[0]).toMatchObject({
      kind: 'rule_stopped',
      message: expect.stringMatching(/Most of the 100 ms .* taken by "Heavy rule" \(40 ms\), "Slow rule" \(35 ms\)/),
    });
  });

  it('are suspended one at a time, and only while the others are stopped', async () => {
    const after = ruleSet('after', [
      ['slow', rule('Slow rule')],
      ['late', rule('Late rule')],
    ]);
    await events(SUSPENDED_AFTER + 5, shared('late', { heavy: 40, slow: 35 }));
    expect(updates).toHaveLength(1);
    for (let n = 1; n < SUSPENDED_AFTER; n++) {
      watch.evaluated(TENANT, after, 'transaction', shared('late', { slow: 60 }));
    }
    await events(0, FINE);
    expect(updates).toHaveLength(1);
    watch.evaluated(TENANT, after, 'transaction', shared('late', { slow: 60 }));
    await events(0, FINE);
    expect(updates).toMatchObject([{ rule: 'heavy' }, { rule: 'slow' }]);
  });

  it('are suspended alone when they use up their own time too', async () => {
    const both = { ...shared('late', { heavy: 45, slow: 50 }) };
    both.outcomes = [...both.outcomes, ...outcome('rule').outcomes];
    await events(SUSPENDED_AFTER, both);
    expect(updates).toMatchObject([{ rule: 'slow' }]);
  });

  it('are not suspended for a minority of events', async () => {
    for (let n = 0; n < 3 * SUSPENDED_AFTER; n++) {
      await events(1, n % 2 ? outcome('rule') : shared('late', { heavy: 40 }));
      await events(2, FINE);
    }
    expect(updates).toEqual([]);
  });

  it('are forgotten after an hour, and with a new version', async () => {
    await events(SUSPENDED_AFTER - 1, outcome('rule'));
    now = 3_600_001;
    await events(SUSPENDED_AFTER - 1, outcome('rule'));
    const newer = { ...RULES, byId: new Map([['slow', { version: 4, mode: 'active' as const, definition }]]) };
    for (let n = 0; n < SUSPENDED_AFTER - 1; n++) watch.evaluated(TENANT, newer, 'transaction', outcome('rule'));
    expect(updates).toEqual([]);
  });

  it('are named by the notice, rules that are stopped later too, without deleted ones', async () => {
    const named = () => raised.map(({ data }) => data.rule_ids);
    await events(1, shared('late', { heavy: 40 }));
    now = 59_999;
    await events(1, outcome('event'));
    expect(named()).toEqual([['late']]);
    now = 60_000;
    await events(1, FINE);
    await events(2, outcome('event'));
    expect(named()).toEqual([['late'], ['slow', 'late']]);
    now = 200_000;
    const fewer = ruleSet('fewer', [['slow', rule('Slow rule')]]);
    watch.evaluated(TENANT, fewer, 'transaction', outcome('event'));
    await events(0, FINE);
    expect(named()).toEqual([['late'], ['slow', 'late'], ['slow']]);
  });

  it('have a notice of an earlier process settled as well, once', async () => {
    await events(1, FINE);
    now = 599_999;
    await events(1, FINE);
    expect(settled).toEqual([]);
    now = 600_000;
    await events(3, FINE);
    expect(settled).toEqual(['rule_stopped: All rules are evaluated within their time again.']);
  });

  it('are settled when none was stopped for ten minutes', async () => {
    await events(1, outcome('event'));
    now = 599_999;
    await events(1, FINE);
    expect(settled).toEqual([]);
    now = 600_000;
    await events(1, FINE);
    expect(settled).toEqual(['rule_stopped: All rules are evaluated within their time again.']);
  });
});
