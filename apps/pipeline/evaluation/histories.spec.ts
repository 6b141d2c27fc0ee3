import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Activity } from '@probity/monitoring/activity';
import { activity, HOUR, NOON, ruleWith } from '@probity/monitoring/testing/samples';
import type { Evaluated } from './evaluation';
import { TIME_LIMITS } from './evaluation';
import { Evaluator } from './evaluator';
import { InlineEvaluations } from './testing/inline-evaluations';
import { transaction } from './testing/evaluation-samples';
import { StoredHistory } from './testing/stored-history';

const counting = (window: string) => ruleWith({ gte: [{ aggregate: 'count', window }, 1] });
const SHORT_H = 2;
const LONG_H = 72;

/** One customer: evaluates its events in turn, and stores them. */
class Scene {
  readonly history = new StoredHistory(counting(`${SHORT_H}h`), counting(`${LONG_H}h`));
  private readonly same = { tenant_id: randomUUID(), customer_id: randomUUID() };
  private readonly evaluations: InlineEvaluations;
  private version = 0;
  private latest: number | null = null;

  constructor(maxHistory?: number) {
    this.evaluations = new InlineEvaluations(new Evaluator(TIME_LIMITS, maxHistory));
  }

  /** Evaluates a batch of events; returns what each rule counted, or why it was stopped. */
  async batch(times: number[], { isNoted = true, rules = 'rules' } = {}): Promise<unknown[][]> {
    const earlier: Activity[] = [];
    const counts: unknown[][] = [];
    for (const at of times) {
      const one = transaction({ ...this.same, version: this.version, earlier: [...earlier], rules }, at);
      const history = { transaction_count: 0, previous_activity_at: this.latest };
      counts.push(countsOf(await this.evaluations.evaluate({ ...one, history }, this.history)));
      earlier.push(one.event.activity!);
      this.latest = Math.max(this.latest ?? at, at);
    }
    this.history.stored.push(...earlier);
    const stored = { customer_id: this.same.customer_id, from: this.version, to: ++this.version };
    if (isNoted) {
      this.evaluations.stored(this.same.tenant_id, { ...stored, activities: earlier, latest: this.latest! });
    }
    return counts;
  }
}

const countsOf = ({ outcomes }: Evaluated): unknown[] =>
  outcomes.map((outcome) =>
    outcome.hit ? (outcome.evidence.aggregates[0] as unknown as { value: number }).value : outcome.stopped,
  );

const every = (hours: number, count: number, from = NOON): Activity[] =>
  Array.from({ length: count }, (_, n) => activity({ at: from - n * hours * HOUR, transaction_id: randomUUID() }));

describe('the history of a customer', () => {
  it('counts as a plain count does, for events in any order, read in pages or kept', async () => {
    const times = fc.array(fc.integer({ min: -400, max: 40 }), { minLength: 1, maxLength: 3 });
    const options = fc.record({
      isNoted: fc.integer({ min: 0, max: 5 }).map((sixth) => sixth > 0),
      rules: fc.constantFrom('rules', 'rules', 'rules', 'others'),
    });
    const batches = fc.array(fc.tuple(times, options), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -500, max: 0 }), { maxLength: 30 }), batches, async (old, all) => {
        const scene = new Scene();
        scene.history.stored.push(...old.map((hours) => activity({ at: NOON + hours * HOUR })));
        for (const [hours, given] of all) {
          const before = scene.history.stored.map(({ at }) => at);
          const plain = hours.map((hour) => {
            const at = NOON + hour * HOUR;
            const counted = [SHORT_H, LONG_H].map(
              (window) => before.filter((one) => one <= at && one > at - window * HOUR).length + 1,
            );
            before.push(at);
            return counted;
          });
          expect(
            await scene.batch(
              hours.map((hour) => NOON + hour * HOUR),
              given,
            ),
          ).toEqual(plain);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is read once, although every second event is back-dated', async () => {
    const scene = new Scene();
    scene.history.stored.push(...every(24, 60));
    const counts: unknown[][] = [];
    for (let n = 0; n < 10; n++) counts.push(...(await scene.batch([NOON + n - (n % 2) * 30 * 24 * HOUR])));
    expect(counts.slice(0, 4)).toEqual([
      [2, 4],
      [2, 4],
      [3, 5],
      [3, 5],
    ]);
    expect(scene.history.read).toBeLessThanOrEqual(36); // 30 days and the longest window before them
  });

  it('above the limit, rules that need more of it are stopped; the others are evaluated', async () => {
    const scene = new Scene(20);
    scene.history.stored.push(...every(1, 100));
    expect(await scene.batch([NOON])).toEqual([[SHORT_H + 1, 'history']]);
    const { read } = scene.history;
    expect(read).toBeLessThanOrEqual(20 + 2); // the first page is read before it is clear how many there are
    expect(await scene.batch([NOON, NOON - 50 * HOUR])).toEqual([
      [SHORT_H + 2, 'history'],
      ['history', 'history'],
    ]);
    expect(scene.history.read).toBe(read);
  });

  it('grows up to the limit, and is whole again once its windows have fewer activities', async () => {
    const scene = new Scene(20);
    for (let n = 0; n < 30; n++) await scene.batch([NOON]);
    expect(await scene.batch([NOON])).toEqual([['history', 'history']]);
    expect(await scene.batch([NOON + 200 * HOUR])).toEqual([[1, 1]]);
    expect(scene.history.read).toBe(0);
  });
});
