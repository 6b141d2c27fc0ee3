import { pino } from 'pino';
import { ruleWith } from '@probity/monitoring/testing/samples';
import type { Notice } from '@probity/notices/notice-board';
import { Metrics } from '@probity/platform/metrics';
import type { Evaluated } from '../evaluation/evaluation';
import { SlowRules, SUSPENDED_AFTER } from './slow-rules';
import { ruleSet } from './tenant-rules';

const TENANT = 'tenant';
const definition = ruleWith({ eq: [1, 1] }, { name: 'Slow rule' });
const RULES = ruleSet('rules', [['slow', { version: 3, mode: 'active', definition }]]);
const outcome = (stopped: 'rule' | 'event'): Evaluated => ({
  rules: 1,
  outcomes: [{ rule_id: 'slow', hit: false, evidence: null, stopped }],
});
const FINE: Evaluated = { rules: 1, outcomes: [] };

describe('rules that use up their time', () => {
  let now: number;
  let raised: Notice[];
  let settled: string[];
  let updates: object[];
  let metrics: Metrics;
  let watch: SlowRules;
  beforeEach(() => {
    now = 0;
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
        settle: ({ kind }, because) => Promise.resolve(void settled.push(`${kind}: ${because}`)),
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

  it('are reported to staff, with their name', async () => {
    await events(1, outcome('event'));
    expect(raised).toEqual([
      expect.objectContaining({
        tenantId: TENANT,
        kind: 'rule_stopped',
        message: expect.stringMatching(/first "Slow rule": events may match them without an alert/),
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

  it('are not suspended for a minority of events, nor for the time that other rules took', async () => {
    for (let n = 0; n < 3 * SUSPENDED_AFTER; n++) {
      await events(1, outcome('rule'));
      await events(2, FINE);
    }
    await events(3 * SUSPENDED_AFTER, outcome('event'));
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
