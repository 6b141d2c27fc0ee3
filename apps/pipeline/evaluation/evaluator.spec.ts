import { MAX } from 'uuid';
import { activity, HOUR, NOON, ruleWith } from '@probity/monitoring/testing/samples';
import { threadClock } from '@probity/platform/thread-clock';
import type { Evaluated, Evaluation } from './evaluation';
import { Evaluator } from './evaluator';
import { InlineEvaluations } from './testing/inline-evaluations';
import { MANY, Supplier, transaction } from './testing/evaluation-samples';

const hits = ({ outcomes }: Evaluated): string[] => outcomes.filter(({ hit }) => hit).map(({ rule_id }) => rule_id);

describe('the evaluation of a customer’s events', () => {
  let evaluations: InlineEvaluations;
  let supplier: Supplier;
  beforeEach(() => {
    evaluations = new InlineEvaluations();
    supplier = new Supplier(MANY);
  });
  const evaluate = (evaluation: Evaluation) => evaluations.evaluate(evaluation, supplier);
  const activityOf = ({ event }: Evaluation) => event.activity!;

  it('asks for what it does not have, once', async () => {
    const first = transaction();
    expect(hits(await evaluate(first))).toEqual([]);
    const after = { at: new Date(NOON - HOUR - 24 * HOUR).toISOString(), event_id: MAX };
    const history = { load: expect.any(Number), after, until: null, isFirst: true };
    expect(supplier.asked).toEqual(['rules', 'countryLists', history]);
    await evaluate(transaction({ ...first }));
    expect(supplier.asked).toHaveLength(3);
  });

  it('counts the events of the same batch and the stored events', async () => {
    const [one, two, three] = [transaction(), transaction(), transaction()];
    const same = { customer_id: one.customer_id, tenant_id: one.tenant_id };
    await evaluate(one);
    await evaluate({ ...two, ...same, earlier: [activityOf(one)] });
    evaluations.stored(one.tenant_id, {
      customer_id: one.customer_id,
      from: 0,
      to: 1,
      activities: [activityOf(one), activityOf(two)],
      latest: NOON,
    });
    supplier.asked = [];
    expect(hits(await evaluate({ ...three, ...same, version: 1 }))).toEqual(['rule 0']);
    expect(supplier.asked).toEqual([]);
  });

  it.each<[string, Partial<Evaluation>]>([
    ['another process stored events', { version: 1 }],
    ['an event of the batch was given up', { earlier: [activity({ transaction_id: 'another' })] }],
    ['an event of the batch was given up, and no other came', { earlier: [] }],
  ])('reads the history again when %s', async (_why, change) => {
    const one = transaction();
    const same = { customer_id: one.customer_id, tenant_id: one.tenant_id };
    await evaluate(one);
    await evaluate({ ...transaction(), ...same, earlier: [activityOf(one)] });
    supplier.asked = [];
    await evaluate({ ...transaction(), ...same, earlier: [activityOf(one)], ...change });
    expect(supplier.asked).toEqual([expect.objectContaining({ until: null, isFirst: true })]);
  });

  it.each<[string, Partial<Evaluation>]>([
    ['rules', { rules: 'rules 2' }],
    ['countryLists', { countries: 'countries 2' }],
  ])('needs no history again when the %s change', async (asked, change) => {
    const [one, two] = [transaction(), transaction()];
    const same = { customer_id: one.customer_id, tenant_id: one.tenant_id };
    await evaluate(one);
    supplier.asked = [];
    const earlier = [activityOf(one), activityOf(two)];
    expect(hits(await evaluate({ ...transaction(), ...same, earlier, ...change }))).toEqual(['rule 0']);
    expect(supplier.asked).toEqual([asked]);
  });

  it('reads older history alone for an event that is much older, and keeps it for events as old', async () => {
    const one = transaction();
    const same = { customer_id: one.customer_id, tenant_id: one.tenant_id };
    const history = (at: number) => ({ transaction_count: 1, previous_activity_at: at });
    await evaluate(one);
    evaluations.stored(one.tenant_id, { ...same, from: 0, to: 1, activities: [activityOf(one)], latest: NOON });
    supplier.asked = [];
    const older = transaction({ ...same, version: 1, history: history(NOON) }, NOON - 25 * HOUR);
    await evaluate(older);
    const after = { at: new Date(NOON - 50 * HOUR).toISOString(), event_id: MAX };
    const until = NOON - 25 * HOUR;
    expect(supplier.asked).toEqual([{ load: expect.any(Number), after, until, isFirst: true }]);
    evaluations.stored(one.tenant_id, { ...same, from: 1, to: 2, activities: [activityOf(older)], latest: NOON });

    supplier.asked = [];
    const [now, earlier] = [NOON + HOUR, [activityOf(older), activityOf(older)]];
    await evaluate({ ...transaction({}, now), ...same, version: 2, history: history(NOON) });
    evaluations.stored(one.tenant_id, { ...same, from: 2, to: 3, activities: [], latest: now });
    const asOld = transaction({ ...same, version: 3, history: history(now) }, now - 26 * HOUR);
    expect(hits(await evaluate({ ...asOld, earlier: earlier.slice(1) }))).toEqual(['rule 0']);
    expect(supplier.asked).toEqual([]);
  });

  it('names the rules that ran longest when the time of the event is used up', async () => {
    let now = 0;
    const clock = jest.spyOn(threadClock, 'now').mockImplementation(() => (now += 10));
    jest.spyOn(threadClock, 'look').mockReturnValue();
    evaluations = new InlineEvaluations(new Evaluator({ ofRule: 50, ofEvent: 15 }));
    supplier = new Supplier(MANY, MANY);
    expect(await evaluate(transaction())).toMatchObject({
      outcomes: [{ rule_id: 'rule 1', stopped: 'event' }],
      longest: [{ rule_id: 'rule 0', ms: expect.any(Number) }],
    });
    clock.mockRestore();
    expect(await new InlineEvaluations().evaluate(transaction(), supplier)).not.toHaveProperty('longest');
  });

  it('skips a rule that is not valid any more, and says so once', async () => {
    supplier = new Supplier(MANY, { name: 'no rule' } as never);
    const one = transaction({ earlier: [activity({ transaction_id: 'a' }), activity({ transaction_id: 'b' })] });
    const evaluated = await evaluate(one);
    expect(hits(evaluated)).toEqual(['rule 0']);
    expect(evaluated.compiled).toEqual({
      unusable: [{ rule_id: 'rule 1', message: expect.stringContaining('/description: expected') }],
      aboveLimit: [],
    });
    expect(await evaluate(one)).not.toHaveProperty('compiled');
  });

  it('evaluates a stored rule above the limit of costs, within its time', async () => {
    const smaller = { lte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] };
    const windows = Array.from({ length: 18 }, (_, n) => ({
      gte: [{ aggregate: 'count', window: `${8_784 - n}h`, where: smaller }, 1],
    }));
    supplier = new Supplier(MANY, ruleWith({ and: windows }));
    evaluations = new InlineEvaluations(new Evaluator({ ofRule: 0, ofEvent: 1_000 }));
    const earlier = Array.from({ length: 2_000 }, (_, n) => activity({ transaction_id: `${n}` }));
    const evaluated = await evaluate(transaction({ earlier }));
    expect(evaluated.compiled!.aboveLimit).toEqual([{ rule_id: 'rule 1', cost: expect.any(Number) }]);
    expect(evaluated.outcomes).toContainEqual({ rule_id: 'rule 1', hit: false, evidence: null, stopped: 'rule' });
  });
});
