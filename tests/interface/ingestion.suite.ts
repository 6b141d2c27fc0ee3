import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import {
  type CreatedCustomer,
  eventOf,
  freshRef,
  type IngestedEvent,
  newCustomer,
  onboarding,
  outcomeOf,
  pay,
  riskView,
  ruleFor,
  send,
  transaction,
} from './customers';
import type { Product } from './product';
import { done, newKey, newTenant, type Tenant } from './tenants';

/** POST /events/webhook, its access rules, and reading the events. */
export function ingestion(product: () => Product): void {
  let tenant: Tenant;
  let other: Tenant;
  let customer: CreatedCustomer;
  beforeAll(async () => {
    tenant = await newTenant(product());
    other = await newTenant(product());
    customer = await newCustomer(tenant);
  });

  const post = (event: unknown) => tenant.api.post('/events/webhook', event);
  const accountOf = (one: CreatedCustomer): string => one.account_refs[0]!;
  const paid = (changes: object = {}) => transaction(tenant, accountOf(customer), changes);

  describe('an event', () => {
    it('returns 202 with its id, and no envelope', async () => {
      const answer = await post(paid());
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({ status: 'accepted', event_id: UUID });
    });

    it('can be read by its id immediately, and has its outcome soon', async () => {
      const payload = {
        transaction_id: randomUUID(),
        account_ref: accountOf(customer),
        amount: 1250.5,
        currency: 'USD',
        direction: 'outbound',
        description: 'Invoice 17',
        reference: 'INV-17',
        occurred_at: '2026-01-31T10:00:00+01:00',
        method: 'wire',
        channel: 'mobile',
        counterparty: {
          name: 'Kovalenta Pribudo',
          account: 'DE89370400440532013000',
          country: 'de',
          type: 'individual',
        },
        metadata: { purpose: 'goods' },
      };
      const eventId = await send(tenant, { tenant_id: tenant.id, event_type: 'transaction', payload });
      expect(await eventOf(tenant, eventId)).toMatchObject({ event_id: eventId, tenant_id: tenant.id });
      await riskView(tenant, customer);
      expect(await eventOf(tenant, eventId)).toEqual({
        event_id: eventId,
        tenant_id: tenant.id,
        event_type: 'transaction',
        payload: {
          ...payload,
          amount: '1250.5',
          occurred_at: '2026-01-31T09:00:00.000Z',
          counterparty: { ...payload.counterparty, country: 'DE' },
        },
        status: 'processed',
        customer_id: customer.id,
        received_at: TIMESTAMP,
        processed_at: TIMESTAMP,
        attempts: 0,
        duplicate_of: null,
        stages: expect.any(Array),
        alert_ids: expect.any(Array),
      });
    });

    it('goes through the stages in order, each with its evidence', async () => {
      const eventId = await pay(tenant, customer, { counterparty: { name: 'Kovalenta Pribudo' } });
      const { stages } = await outcomeOf(tenant, eventId);
      const order = ['resolve', 'kyc', 'screening', 'monitoring', 'scoring'];
      const names = stages.map(({ stage }) => stage);
      expect(names).toEqual(order.filter((stage) => names.includes(stage)));
      expect(names).toEqual(expect.arrayContaining(['resolve', 'screening', 'monitoring']));
      for (const stage of stages) {
        expect(stage).toEqual({
          stage: expect.any(String),
          mode: 'native',
          result: expect.stringMatching(/^[a-z_]+$/),
          evidence: expect.any(Object),
        });
      }
    });

    it('has its time of receipt as occurred_at, unless it names another time', async () => {
      const before = Date.now();
      const { payload } = await outcomeOf(tenant, await pay(tenant, customer));
      const occurredAt = Date.parse(payload.occurred_at as string);
      expect(occurredAt).toBeGreaterThanOrEqual(before - 1_000);
      expect(occurredAt).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it.each([
      [0.1, '0.1'],
      [100, '100'],
      [999999999999.25, '999999999999.25'],
      ['0.10', '0.1'],
      ['123456789012345678.12345678', '123456789012345678.12345678'],
      [1e-8, '0.00000001'],
    ])('keeps the amount %p exactly', async (amount, kept) => {
      const eventId = await pay(tenant, customer, { amount });
      expect((await eventOf(tenant, eventId)).payload.amount).toBe(kept);
    });

    it('keeps unknown fields unchanged, and rules can read them', async () => {
      const condition = { eq: [{ field: 'transaction.payload.terminal.kind', type: 'text' }, 'kiosk'] };
      await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS', { condition }));
      const one = await newCustomer(tenant);
      const more = { terminal: { kind: 'kiosk', ids: [1, null, 'x'] }, constructor: 'kept' };
      const eventId = await pay(tenant, one, more);
      expect((await riskView(tenant, one)).active_alerts.map(({ alert_type }) => alert_type)).toEqual(['in_xts']);
      expect((await eventOf(tenant, eventId)).payload).toMatchObject(more);
    });

    it('may name the tenant in upper case', async () => {
      expect((await post({ ...paid(), tenant_id: tenant.id.toUpperCase() })).status).toBe(202);
    });
  });

  describe('the key', () => {
    it('is required, must be valid, and needs the write scope', async () => {
      for (const key of [undefined, 'wrong', `probity_${'0'.repeat(16)}_${'A'.repeat(43)}`]) {
        expectRefusal(await tenant.api.withKey(key).post('/events/webhook', paid()), 401, /API key/);
        expectRefusal(await tenant.api.withKey(key).send('POST', '/events/webhook', '{'), 401, /API key/);
      }
      const readOnly = tenant.api.withKey((await newKey(product(), tenant.slug, ['read'])).api_key);
      expectRefusal(await readOnly.post('/events/webhook', paid()), 403, /needs the scope write for /);
      expectRefusal(await readOnly.send('POST', '/events/webhook', '{'), 403, /needs the scope write for /);
      const writeOnly = tenant.api.withKey((await newKey(product(), tenant.slug, ['write'])).api_key);
      expect((await writeOnly.post('/events/webhook', paid())).status).toBe(202);
    });

    it('is for one tenant: another tenant returns 403, whether or not it exists, before other errors', async () => {
      const theirs = await post({ ...paid(), tenant_id: other.id });
      expectRefusal(theirs, 403, /tenant/);
      for (const tenant_id of [randomUUID(), other.id.toUpperCase()]) {
        expect((await post({ ...paid(), tenant_id })).body).toEqual(theirs.body);
        expect((await post({ tenant_id })).body).toEqual(theirs.body);
        expect((await post({ tenant_id, event_type: 5, payload: [], surprise: 1 })).body).toEqual(theirs.body);
      }
      expect(dataOf(await other.api.get(other.path('/events')))).toEqual([]);
    });
  });

  describe('the tenant', () => {
    it('is isolated from events of another tenant’s account with the same reference', async () => {
      const ref = freshRef();
      const mine = await newCustomer(tenant, { account_refs: [ref] });
      const theirs = await newCustomer(other, { account_refs: [ref] });
      const eventId = await send(tenant, transaction(tenant, ref));
      expect((await outcomeOf(tenant, eventId)).customer_id).toBe(mine.id);
      expectRefusal(await other.api.get(other.path(`/events/${eventId}`)), 404, /event/);
      expect(dataOf(await other.api.get(other.path(`/events?customer_id=${theirs.id}`)))).toEqual([]);
      expect(dataOf(await other.api.get(other.path(`/events?customer_id=${mine.id}`)))).toEqual([]);
    });
  });

  describe('listing events', () => {
    it('filters by customer, status and type, newest first', async () => {
      const one = await newCustomer(tenant);
      const first = await pay(tenant, one);
      const second = await send(tenant, onboarding(tenant, { customer_id: one.id }));
      await riskView(tenant, one);
      const list = async (query: string) =>
        dataOf<IngestedEvent[]>(await tenant.api.get(tenant.path(`/events?customer_id=${one.id}${query}`))).map(
          ({ event_id }) => event_id,
        );
      expect(await list('')).toEqual([second, first]);
      expect(await list('&event_type=transaction')).toEqual([first]);
      expect(await list('&status=processed&limit=1')).toEqual([second]);
      expect(await list('&status=dead')).toEqual([]);
    });

    it('leaves out payload and evidence, which may be large', async () => {
      const customer = await newCustomer(tenant);
      const eventId = await pay(tenant, customer);
      await riskView(tenant, customer);
      const { payload: _payload, stages, ...event } = await eventOf(tenant, eventId);
      const withoutEvidence = stages.map(({ stage, mode, result }) => ({ stage, mode, result }));
      const listed = dataOf(await tenant.api.get(tenant.path(`/events?customer_id=${customer.id}`)));
      expect(listed).toEqual([{ ...event, stages: withoutEvidence }]);
      expect(withoutEvidence).not.toHaveLength(0);
    });

    it.each(['status=done', 'event_type=login', 'customer_id=5', 'customer_id=', 'account_ref=A'])(
      'rejects the filter %s',
      async (query) => {
        const answer = await tenant.api.get(tenant.path(`/events?${query}`));
        expectRefusal(answer, 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
      },
    );

    it('returns 404 for an event that was never sent', async () => {
      const missing = randomUUID();
      expectRefusal(await tenant.api.get(tenant.path(`/events/${missing}`)), 404, new RegExp(missing));
    });
  });
}
