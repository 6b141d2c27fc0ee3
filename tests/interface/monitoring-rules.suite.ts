import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import { eventOf, newCustomer, pay, riskView, ruleFor } from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

interface Rule {
  id: string;
  version: number;
  mode: string;
  [field: string]: unknown;
}

/** Monitoring rules: creating, changing, disabling and backtesting them, and their effects. */
export function monitoringRules(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  let currencies = 0;
  /** A currency in which no other test pays: XAA, XAB, … */
  const freshCurrency = (): string =>
    `X${String.fromCharCode(65 + Math.floor(currencies / 26))}${String.fromCharCode(65 + (currencies++ % 26))}`;

  const rules = (below = '') => tenant.path(`/monitoring-rules${below}`);
  const create = (body: unknown) => tenant.api.post(rules(), body);
  const newRule = (body: object): Promise<Rule> => done<Rule>(tenant.api, rules(), body);
  const change = async (rule: Rule, body: object): Promise<Rule> =>
    dataOf(await tenant.api.put(rules(`/${rule.id}`), body));

  /** Sends one payment of a new customer and returns the number of alerts that rules for the currency raise. */
  async function alertsOfPayment(currency: string, amount = 100): Promise<number> {
    const customer = await newCustomer(tenant);
    await pay(tenant, customer, { currency, amount });
    const { active_alerts } = await riskView(tenant, customer);
    return active_alerts.filter(({ alert_type }) => alert_type === `in_${currency.toLowerCase()}`).length;
  }

  describe('a rule', () => {
    it('is returned as it was written, and reads and lists are the same', async () => {
      const body = ruleFor(freshCurrency(), { cooldown: '24h', severity: 'critical' });
      const created = dataOf<Rule>(await create({ ...body, mode: 'shadow' }), 201);
      expect(created).toEqual({
        ...body,
        id: UUID,
        key: null,
        version: 1,
        mode: 'shadow',
        created_at: TIMESTAMP,
        updated_at: TIMESTAMP,
      });
      expect(dataOf(await tenant.api.get(rules(`/${created.id}`)))).toEqual(created);
      expect(dataOf(await tenant.api.get(rules('?limit=100')))).toContainEqual(created);
      expect(dataOf(await tenant.api.get(rules('?mode=shadow')))).toContainEqual(created);
      expect(dataOf(await tenant.api.get(rules('?mode=active&limit=100')))).not.toContainEqual(created);
      expect(dataOf(await tenant.api.get(rules(`/${created.id}/versions`)))).toEqual([created]);
    });

    it('is active unless it says otherwise, and raises alerts', async () => {
      const currency = freshCurrency();
      expect(await newRule(ruleFor(currency))).toMatchObject({ mode: 'active' });
      expect(await alertsOfPayment(currency)).toBe(1);
      expect(await alertsOfPayment(freshCurrency())).toBe(0);
    });

    it('in shadow raises nothing, but stores evidence of its hits', async () => {
      const currency = freshCurrency();
      const { id } = await newRule(ruleFor(currency, { mode: 'shadow' }));
      const customer = await newCustomer(tenant);
      const eventId = await pay(tenant, customer, { currency });
      expect((await riskView(tenant, customer)).active_alerts).toEqual([]);
      const { stages, alert_ids } = await eventOf(tenant, eventId);
      expect(alert_ids).toEqual([]);
      expect(JSON.stringify(stages.find(({ stage }) => stage === 'monitoring')?.evidence)).toContain(id);
    });

    it('that is disabled raises nothing, and can be made active again', async () => {
      const currency = freshCurrency();
      const rule = await newRule(ruleFor(currency));
      const disabled = dataOf<Rule>(await tenant.api.delete(rules(`/${rule.id}`)));
      expect(disabled).toMatchObject({ id: rule.id, mode: 'disabled', version: 2, name: rule.name });
      expect(await alertsOfPayment(currency)).toBe(0);
      expect(dataOf(await tenant.api.delete(rules(`/${rule.id}`)))).toMatchObject({ mode: 'disabled' });

      expect(await change(rule, { mode: 'active' })).toMatchObject({ mode: 'active', condition: rule.condition });
      expect(await alertsOfPayment(currency)).toBe(1);
    });

    it('changes as a whole: events after the response are evaluated with the new version', async () => {
      const currency = freshCurrency();
      const rule = await newRule(ruleFor(currency));
      const condition = {
        and: [{ eq: [{ field: 'transaction.currency' }, currency] }, { gt: [{ field: 'transaction.amount' }, 500] }],
      };
      const changed = await change(rule, { ...ruleFor(currency, { condition }), expected_version: 1 });
      expect(changed).toMatchObject({ id: rule.id, version: 2, mode: 'active', condition });
      expect(await alertsOfPayment(currency, 500)).toBe(0);
      expect(await alertsOfPayment(currency, 500.01)).toBe(1);
      const versions = dataOf<Rule[]>(await tenant.api.get(rules(`/${rule.id}/versions`)));
      expect(versions.map(({ version }) => version)).toEqual([2, 1]);
      expect(versions[1]).toMatchObject({ condition: rule.condition });
    });

    it('cannot be changed by a caller who expects an older version', async () => {
      const rule = await newRule(ruleFor(freshCurrency()));
      await change(rule, { mode: 'shadow', expected_version: 1 });
      const late = await tenant.api.put(rules(`/${rule.id}`), { mode: 'active', expected_version: 1 });
      expectRefusal(late, 400, /version/);
      expect(dataOf(await tenant.api.get(rules(`/${rule.id}`)))).toMatchObject({ version: 2, mode: 'shadow' });
    });

    it('counts a transaction once if it is sent twice', async () => {
      const currency = freshCurrency();
      const count = {
        aggregate: 'count',
        window: '1d',
        where: { eq: [{ field: 'activity.currency' }, currency] },
      };
      await newRule(ruleFor(currency, { condition: { gte: [count, 2] } }));
      const customer = await newCustomer(tenant);
      const alerts = async () =>
        (await riskView(tenant, customer)).active_alerts.filter(
          ({ alert_type }) => alert_type === `in_${currency.toLowerCase()}`,
        ).length;
      const transaction_id = randomUUID();
      await pay(tenant, customer, { currency, transaction_id });
      await pay(tenant, customer, { currency, transaction_id });
      expect(await alerts()).toBe(0);
      await pay(tenant, customer, { currency });
      expect(await alerts()).toBe(1);
    });

    it('with a cooldown raises no second alert until the cooldown has passed', async () => {
      const currency = freshCurrency();
      await newRule(ruleFor(currency, { cooldown: '1d' }));
      const customer = await newCustomer(tenant);
      await pay(tenant, customer, { currency });
      await pay(tenant, customer, { currency });
      expect((await riskView(tenant, customer)).active_alerts).toHaveLength(1);
    });
  });

  describe('a rule is rejected with', () => {
    const field = (name: string) => ({ field: name });
    let kept: Promise<Rule> | undefined;
    const WRONG: [what: string, changes: object, says: RegExp][] = [
      ['no condition', { condition: undefined }, /\/condition/],
      ['a condition that is a text', { condition: 'amount > 5' }, /\/condition/],
      ['an operator that does not exist', { condition: { greater: [1, 2] } }, /\/condition/],
      [
        'a bad node deep down',
        { condition: { and: [true, { or: [{ gt: [field('transaction.amount'), 'x'] }] }] } },
        /\/condition\/and\/1\/or\/0\/gt\/1/,
      ],
      [
        'a field that does not exist',
        { condition: { gt: [field('transaction.amonut'), 5] } },
        /\/condition\/gt\/0.*amonut/,
      ],
      [
        'a word that a field never has',
        { condition: { eq: [field('transaction.direction'), 'in'] } },
        /\/condition\/eq\/1/,
      ],
      [
        'an invalid window',
        { condition: { gt: [{ aggregate: 'count', window: 'week' }, 5] } },
        /\/condition\/gt\/0\/window/,
      ],
      [
        'a country list that does not exist',
        { condition: { country_in: [field('customer.nationality'), 'nowhere'] } },
        /\/condition\/country_in\/1/,
      ],
      ['no name', { name: undefined }, /\/name/],
      ['a long name', { name: 'x'.repeat(201) }, /\/name/],
      ['a name with a NUL', { name: 'a\u0000' }, /\/name/],
      ['no reason', { reason: '' }, /\/reason/],
      ['another kind of event', { event_type: 'login' }, /\/event_type/],
      ['an unknown severity', { severity: 'urgent' }, /\/severity/],
      ['an alert_type with spaces', { alert_type: 'Large cash' }, /\/alert_type/],
      ['an invalid cooldown', { cooldown: 'soon' }, /\/cooldown/],
      ['an unknown mode', { mode: 'paused' }, /mode.*active.*shadow.*disabled/],
      ['an unknown field', { surprise: 1 }, /surprise/],
    ];

    it.each(WRONG)('%s', async (_what, changes, says) => {
      const body = ruleFor('XTS', changes);
      expectRefusal(await create(body), 400, says);
      const { id } = await (kept ??= newRule(ruleFor(freshCurrency())));
      expectRefusal(await tenant.api.put(rules(`/${id}`), body), 400, says);
      expect(dataOf(await tenant.api.get(rules(`/${id}`)))).toMatchObject({ version: 1 });
      const { mode: _mode, ...draft } = body as Record<string, unknown>;
      if (!('mode' in changes)) expectRefusal(await tenant.api.post(rules('/backtests'), draft), 400, says);
    });

    it('a condition that is nested too deeply', async () => {
      let condition: unknown = true;
      for (let depth = 0; depth < 40; depth++) condition = { not: condition };
      expectRefusal(await create(ruleFor('XTS', { condition })), 400, /\/condition/);
    });

    it('nothing to change', async () => {
      const rule = await newRule(ruleFor(freshCurrency()));
      for (const body of [{}, { expected_version: 1 }, { mode: null }]) {
        expectRefusal(await tenant.api.put(rules(`/${rule.id}`), body), 400, /mode/);
      }
      expectRefusal(await tenant.api.put(rules(`/${rule.id}`), { name: 'Half a rule' }), 400, /\/condition/);
      for (const expected_version of [0, -1, 1.5, '1', 2 ** 31]) {
        const answer = await tenant.api.put(rules(`/${rule.id}`), { mode: 'shadow', expected_version });
        expectRefusal(answer, 400, /expected_version/);
      }
    });

    it('an id that does not exist', async () => {
      const missing = randomUUID();
      expectRefusal(await tenant.api.get(rules(`/${missing}`)), 404, new RegExp(missing));
      expectRefusal(await tenant.api.get(rules(`/${missing}/versions`)), 404, new RegExp(missing));
      expectRefusal(await tenant.api.delete(rules(`/${missing}`)), 404, new RegExp(missing));
      expectRefusal(await tenant.api.put(rules(`/${missing}`), { mode: 'shadow' }), 404, new RegExp(missing));
    });

    it('an unknown filter', async () => {
      expectRefusal(await tenant.api.get(rules('?mode=paused')), 400, /mode/);
    });
  });

  describe('the default rules', () => {
    it('exist for a new tenant; each is active and has its key and reason', async () => {
      const fresh = await newTenant(product());
      const pack = dataOf<Rule[]>(await fresh.api.get(fresh.path('/monitoring-rules?limit=100')));
      expect(pack.length).toBeGreaterThanOrEqual(11);
      for (const rule of pack) {
        expect(rule).toMatchObject({ key: expect.stringMatching(/./), version: 1, mode: 'active' });
        expect(rule.reason).toMatch(/./);
      }
      expect(new Set(pack.map(({ key }) => key)).size).toBe(pack.length);
    });

    it('can be changed by one tenant without an effect on others', async () => {
      const [one, two] = [await newTenant(product()), await newTenant(product())];
      const [rule] = dataOf<Rule[]>(await one.api.get(one.path('/monitoring-rules')));
      dataOf(await one.api.delete(one.path(`/monitoring-rules/${rule!.id}`)));
      const theirs = dataOf<Rule[]>(await two.api.get(two.path('/monitoring-rules?limit=100')));
      expect(theirs.find(({ key }) => key === rule!.key)).toMatchObject({ mode: 'active', version: 1 });
      expectRefusal(await two.api.get(two.path(`/monitoring-rules/${rule!.id}`)), 404);
    });
  });
}
