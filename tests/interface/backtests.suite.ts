import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import { endOf, newCancelledBacktest } from './backtests';
import { newCustomer, pay, riskView, ruleFor } from './customers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const CURRENCY = 'XTS';

/** Backtests of drafts of monitoring rules: starting, reading, listing and cancelling them. */
export function backtests(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const at = (below = '') => tenant.path(`/monitoring-rules/backtests${below}`);
  const start = (body: object) => tenant.api.post(at(), body);
  const resultOf = async (body: object) => endOf(tenant, dataOf(await start(body), 201).id);

  it('say how often a draft would have hit, with examples, and raise nothing', async () => {
    const [one, two] = [await newCustomer(tenant), await newCustomer(tenant)];
    for (const amount of [600, 700]) await pay(tenant, one, { currency: CURRENCY, amount });
    for (const amount of [800, 400]) await pay(tenant, two, { currency: CURRENCY, amount });
    await Promise.all([riskView(tenant, one), riskView(tenant, two)]);

    const condition = {
      and: [{ eq: [{ field: 'transaction.currency' }, CURRENCY] }, { gte: [{ field: 'transaction.amount' }, 600] }],
    };
    const draft = ruleFor(CURRENCY, { condition });
    const started = dataOf(await start({ ...draft, max_examples: 2 }), 201);
    const about = {
      id: UUID,
      name: draft.name,
      from: null,
      to: null,
      started_by: 'institution',
      started_at: TIMESTAMP,
    };
    expect(started).toMatchObject({ ...about, definition: draft, max_examples: 2, examples: [], result: null });
    expect(['waiting', 'running', 'completed']).toContain(started.status);

    const { result, examples, ...ended } = await endOf(tenant, started.id);
    expect(ended).toMatchObject({
      ...about,
      status: 'completed',
      ended_at: TIMESTAMP,
      ended_by: 'system',
      reason: null,
    });
    expect(result).toMatchObject({ hit_events: 3, hit_customers: 2, alerts: 3, stopped_events: 0 });
    expect(result).toMatchObject({ events: 4, complete: true, customers_read: 2, customers_total: 2 });
    expect(result).toMatchObject({ first_event_at: TIMESTAMP, last_event_at: TIMESTAMP });
    expect(examples.map(({ customer_id }: { customer_id: string }) => customer_id).sort()).toEqual(
      [one.id, two.id].sort(),
    );
    expect((await riskView(tenant, one)).active_alerts).toEqual([]);

    const { definition: _definition, max_examples: _most, ...listed } = ended;
    expect(dataOf(await tenant.api.get(at('?status=completed')))).toContainEqual({ ...listed, result });
    expect(dataOf(await tenant.api.get(at('?status=cancelled')))).toEqual([]);

    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await resultOf({ ...draft, from: later })).toMatchObject({ from: later, result: { events: 0 } });
  });

  it('are cancelled once, and a completed one is not', async () => {
    const id = await newCancelledBacktest(tenant);
    const cancelled = dataOf(await tenant.api.get(at(`/${id}`)));
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      ended_by: 'institution',
      ended_at: TIMESTAMP,
      result: null,
    });
    expect(dataOf(await tenant.api.post(at(`/${id}/cancel`), {}))).toEqual(cancelled);

    const completed = await resultOf(ruleFor(CURRENCY));
    expectRefusal(await tenant.api.post(at(`/${completed.id}/cancel`), {}), 400, /was completed at/);
    expect(dataOf(await tenant.api.get(at(`/${completed.id}`)))).toEqual(completed);
  });

  it('are started once for each Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = JSON.stringify(ruleFor(CURRENCY));
    const first = dataOf(await tenant.api.send('POST', at(), body, key), 201);
    const again = await tenant.api.send('POST', at(), body, key);
    expect(dataOf(again, 201)).toEqual(first);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await endOf(tenant, first.id);
  });

  it('of one tenant are limited in number, and others are not held up', async () => {
    const [greedy, patient] = [await newTenant(product()), await newTenant(product())];
    const path = greedy.path('/monitoring-rules/backtests');
    const answers = await Promise.all(Array.from({ length: 40 }, () => greedy.api.post(path, ruleFor(CURRENCY))));
    const started = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(started.length).toBeGreaterThanOrEqual(6);
    for (const answer of refused) expectRefusal(answer, 400, /6 backtests of the tenant have not ended/);
    const own = dataOf(await patient.api.post(patient.path('/monitoring-rules/backtests'), ruleFor(CURRENCY)), 201);
    expect(await endOf(patient, own.id)).toMatchObject({ status: 'completed' });
    for (const { body } of started) expect(await endOf(greedy, body.data.id)).toMatchObject({ status: 'completed' });
  });

  it.each([
    [{ from: 'yesterday' }, /from/],
    [{ to: '2026-01-31' }, /\bto\b/],
    [{ to: '9999-12-31T23:59:59-14:00' }, /\bto\b/],
    [{ from: '2026-12-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }, /the period must end after it begins/],
    [{ max_examples: 101 }, /max_examples/],
    [{ max_examples: '5' }, /max_examples/],
    [{ mode: 'active' }, /mode/],
    [{ condition: { no: 1 } }, /\/condition/],
  ])('are rejected with %j', async (changes, says) => {
    expectRefusal(await start(ruleFor(CURRENCY, changes)), 400, says);
  });

  it('are rejected with an unknown filter, and a cancellation with a body', async () => {
    expectRefusal(await tenant.api.get(at('?status=paused')), 400, /status/);
    const { id } = await resultOf(ruleFor(CURRENCY));
    expectRefusal(await tenant.api.post(at(`/${id}/cancel`), { reason: 'none' }), 400, /reason/);
  });
}
