import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal, TIMESTAMP, UUID } from './answers';
import {
  type CreatedCustomer,
  customersOf,
  eventOf,
  eventually,
  freshEmail,
  freshRef,
  type IngestedEvent,
  newCustomer,
  onboarding,
  outcomeOf,
  pay,
  riskHistory,
  riskView,
  ruleFor,
  send,
  transaction,
} from './customers';
import type { Product } from './product';
import { done, newKey, newTenant, type Tenant } from './tenants';

/** POST /events/webhook, and what becomes of events. */
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
    it('is answered 202 with its id, and no envelope', async () => {
      const answer = await post(paid());
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({ status: 'accepted', event_id: UUID });
    });

    it('is found by its id at once, and has its outcome soon', async () => {
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

    it('happened when it was received, unless it says otherwise', async () => {
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

    it('keeps fields that the interface does not know as they came, and rules can read them', async () => {
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

  describe('an event is refused with', () => {
    const WRONG: [field: string, values: unknown[]][] = [
      ['transaction_id', [undefined, null, '', ' ', 5, 'x'.repeat(256), 'a\u0000', '\ud800']],
      ['account_ref', [undefined, null, '', 5, ['ACC-1'], 'x'.repeat(256), '\udc00']],
      ['amount', [undefined, null, 0, -1, '0', '-1', '', 'ten', '1,000', '1e3', '0x10', ' 5', '5 ', '1.', '.5', '٣']],
      ['amount', [1e21, 0.1 + 0.2, 1e16, '1234567890123456789', '0.123456789', true, [5], {}]],
      ['currency', [undefined, null, '', 'US', 'USDX', 'U$D', '12A', 840, ['USD']]],
      ['direction', [undefined, null, '', 'in', 'Inbound', 5, 'toString']],
      ['description', [5, {}, 'x'.repeat(2_001), '\u0000']],
      ['reference', [5, [], 'x'.repeat(256)]],
      ['occurred_at', ['', 'today', '2026-01-31', '2026-02-30T00:00:00Z', '2026-01-31T10:00:00', 1767225600, {}]],
      ['occurred_at', ['2999-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z']],
      ['method', ['barter', 'Cash', '', 5]],
      ['channel', [5, 'x'.repeat(65)]],
      ['counterparty', ['Doe', [], 5, { name: 5 }, { country: 'XX' }, { type: 'person' }, { iban: 'x' }]],
      ['counterparty', [{ name: 'x'.repeat(256) }, { date_of_birth: '2999-01-01' }, { account: '\u0000' }]],
      ['metadata', ['x', 5, [], { a: '\u0000' }]],
      ['more', ['a\u0000b', { deep: [{ text: '\ud800' }] }]],
    ];

    it.each(WRONG)('a wrong %s in a transaction', async (field, values) => {
      for (const value of values) {
        const answer = await post(paid({ [field]: value }));
        expect({ value, status: answer.status }).toEqual({ value, status: 400 });
        expectRefusal(answer, 400, new RegExp(`payload\\.${field}\\b`));
      }
    });

    it('an amount that overflows a double', async () => {
      const body = JSON.stringify(paid({ amount: 'HERE' })).replace('"HERE"', '1e400');
      expectRefusal(await tenant.api.send('POST', '/events/webhook', body), 400, /payload\.amount/);
    });

    it.each([
      ['no tenant', { tenant_id: undefined }, /tenant_id/],
      ['a tenant that is null', { tenant_id: null }, /tenant_id/],
      ['a slug for the tenant', { tenant_id: 'acme' }, /tenant_id/],
      ['a tenant that is no text', { tenant_id: 5 }, /tenant_id/],
      ['a tenant cut short', { tenant_id: randomUUID().slice(1) }, /tenant_id/],
      ['no type', { event_type: undefined }, /event_type.*transaction.*onboarding/],
      ['a type that nobody knows', { event_type: 'login' }, /event_type.*transaction.*onboarding/],
      ['a type in capitals', { event_type: 'Transaction' }, /event_type/],
      ['a type that every object has', { event_type: 'toString' }, /event_type/],
      ['no payload', { payload: undefined }, /payload/],
      ['a payload that is null', { payload: null }, /payload/],
      ['a payload that is a text', { payload: '{}' }, /payload/],
      ['a payload that is a list', { payload: [] }, /payload/],
      ['a field that is not known', { event_id: randomUUID() }, /event_id/],
    ])('%s', async (_what, changes, says) => {
      expectRefusal(await post({ ...paid(), ...changes }), 400, says);
    });

    it.each([
      ['nobody', {}, /customer_id.*external_id.*email.*account_ref/],
      ['null for everybody', { customer_id: null, email: null }, /customer_id/],
      ['a customer_id that is no UUID', { customer_id: '5' }, /payload\.customer_id/],
      ['an e-mail address that is none', { email: 'jane' }, /payload\.email/],
      ['an empty account_ref', { account_ref: '' }, /payload\.account_ref/],
      ['a kyc_status that is none', { email: 'a@example.com', kyc_status: 'done' }, /payload\.kyc_status/],
      ['a profile that is no object', { email: 'a@example.com', profile: 'x' }, /payload\.profile/],
      [
        'a profile with a wrong field',
        { email: 'a@example.com', profile: { nationality: 'XX' } },
        /profile\.nationality/,
      ],
      ['another e-mail address', { email: 'a@example.com', profile: { email: 'b@example.com' } }, /profile\.email/],
      ['another customer_type', { email: 'a@example.com', profile: { customer_type: 'corporate' } }, /customer_type/],
      ['a further field that cannot be stored', { email: 'a@example.com', more: '\u0000' }, /payload\.more/],
      ['metadata that is no object', { email: 'a@example.com', metadata: [] }, /payload\.metadata/],
    ])('%s in an onboarding event', async (_what, payload, says) => {
      expectRefusal(await post(onboarding(tenant, payload)), 400, says);
    });

    it('every one of these, and has left nothing behind', async () => {
      const events = dataOf<IngestedEvent[]>(await tenant.api.get(tenant.path('/events?limit=100')));
      expect(events.filter(({ payload }) => payload.email === 'a@example.com' || payload.direction === 'in')).toEqual(
        [],
      );
    });
  });

  describe('the key', () => {
    it('must be there, be valid, and have the write scope', async () => {
      for (const key of [undefined, 'wrong', `probity_${'0'.repeat(16)}_${'A'.repeat(43)}`]) {
        expectRefusal(await tenant.api.withKey(key).post('/events/webhook', paid()), 401, /API key/);
        expectRefusal(await tenant.api.withKey(key).send('POST', '/events/webhook', '{'), 401, /API key/);
      }
      const readOnly = tenant.api.withKey((await newKey(product(), tenant.slug, ['read'])).api_key);
      expectRefusal(await readOnly.post('/events/webhook', paid()), 403, /write scope/);
      expectRefusal(await readOnly.send('POST', '/events/webhook', '{'), 403, /write scope/);
      const writeOnly = tenant.api.withKey((await newKey(product(), tenant.slug, ['write'])).api_key);
      expect((await writeOnly.post('/events/webhook', paid())).status).toBe(202);
    });

    it('is for one tenant: another one is 403, whether or not it exists and whatever else is wrong', async () => {
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
    it('does not see, and is not touched by, events of another tenant’s account with the same reference', async () => {
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

  describe('the same transaction again', () => {
    it('is accepted, and counts once', async () => {
      const one = await newCustomer(tenant);
      const event = transaction(tenant, accountOf(one), { amount: 5 });
      const first = await send(tenant, event);
      const second = await send(tenant, event);
      expect(second).not.toBe(first);
      await riskView(tenant, one);
      expect(await eventOf(tenant, first)).toMatchObject({ status: 'processed', duplicate_of: null });
      expect(await eventOf(tenant, second)).toMatchObject({ status: 'duplicate', duplicate_of: first, alert_ids: [] });
    });

    it('sent many times at once is processed once', async () => {
      const one = await newCustomer(tenant);
      const event = transaction(tenant, accountOf(one));
      const ids = await Promise.all(Array.from({ length: 8 }, () => send(tenant, event)));
      const outcomes = await Promise.all(ids.map((id) => outcomeOf(tenant, id)));
      expect(outcomes.map(({ status }) => status).sort()).toEqual([...Array<string>(7).fill('duplicate'), 'processed']);
      const [first] = outcomes.filter(({ status }) => status === 'processed');
      for (const { status, duplicate_of } of outcomes) {
        if (status === 'duplicate') expect(duplicate_of).toBe(first!.event_id);
      }
    });

    it('is another transaction in another tenant', async () => {
      const theirs = await newCustomer(other);
      const transaction_id = randomUUID();
      await pay(tenant, customer, { transaction_id });
      const { status } = await outcomeOf(other, await pay(other, theirs, { transaction_id }));
      expect(status).toBe('processed');
    });
  });

  describe('an event of an account that is nobody’s', () => {
    it('waits, and is processed when a customer has the account', async () => {
      const ref = freshRef();
      const eventId = await send(tenant, transaction(tenant, ref, { amount: 7 }));
      expect(await outcomeOf(tenant, eventId)).toMatchObject({
        status: 'unresolved',
        customer_id: null,
        processed_at: null,
      });
      const late = await newCustomer(tenant, { account_refs: [freshRef(), ref] });
      const event = await eventually(
        'the event is processed',
        () => eventOf(tenant, eventId),
        ({ status }) => status === 'processed',
      );
      expect(event).toMatchObject({ customer_id: late.id, processed_at: TIMESTAMP });
    });

    it('is processed before those that come after it', async () => {
      const ref = freshRef();
      const transaction_id = randomUUID();
      const early = await send(tenant, transaction(tenant, ref, { transaction_id }));
      await outcomeOf(tenant, early);
      await newCustomer(tenant, { account_refs: [ref] });
      const late = await send(tenant, transaction(tenant, ref, { transaction_id }));
      const outcome = await eventually(
        'both are processed',
        () => eventOf(tenant, late),
        ({ status }) => !['pending', 'unresolved'].includes(status),
      );
      expect(outcome).toMatchObject({ status: 'duplicate', duplicate_of: early });
    });

    it('is processed when an onboarding event gives a customer the account', async () => {
      const ref = freshRef();
      const eventId = await send(tenant, transaction(tenant, ref));
      await outcomeOf(tenant, eventId);
      const one = await newCustomer(tenant);
      const account_refs = [...one.account_refs, ref];
      await send(tenant, onboarding(tenant, { customer_id: one.id, profile: { account_refs } }));
      const event = await eventually(
        'the event is processed',
        () => eventOf(tenant, eventId),
        ({ status }) => status === 'processed',
      );
      expect(event.customer_id).toBe(one.id);
    });
  });

  describe('an onboarding event', () => {
    it.each(['customer_id', 'external_id', 'email', 'account_ref'] as const)(
      'finds its customer by %s',
      async (field) => {
        const external_id = randomUUID();
        const one = await newCustomer(tenant, { external_id });
        const named = {
          customer_id: one.id,
          external_id,
          email: one.email.toUpperCase(),
          account_ref: accountOf(one),
        };
        const eventId = await send(tenant, onboarding(tenant, { [field]: named[field], stage: 'documents' }));
        expect(await outcomeOf(tenant, eventId)).toMatchObject({
          status: 'processed',
          customer_id: one.id,
          event_type: 'onboarding',
        });
      },
    );

    it('scores the customer again', async () => {
      const one = await newCustomer(tenant);
      const before = (await riskView(tenant, one)).risk;
      const eventId = await send(tenant, onboarding(tenant, { customer_id: one.id, reason: 'reviewed' }));
      const { risk } = await riskView(tenant, one);
      expect(risk.composite_score).toBe(before.composite_score);
      const { stages } = await eventOf(tenant, eventId);
      const scoring = stages.find(({ stage }) => stage === 'scoring');
      expect(scoring).toBeDefined();
      expect(JSON.stringify(scoring!.evidence)).toContain('composite_score');
    });

    it('changes what it says about the customer, and a rating that changes is an item of the history', async () => {
      const one = await newCustomer(tenant, { nationality: 'GB', phone: '+44 1', tags: ['a'] });
      const profile = { nationality: 'kp', phone: null, occupation: 'diplomat' };
      await send(tenant, onboarding(tenant, { customer_id: one.id, profile }));
      const { customer: changed, risk } = await riskView(tenant, one);
      expect(changed).toMatchObject({
        nationality: 'KP',
        phone: '+44 1',
        occupation: 'diplomat',
        tags: ['a'],
        risk_rating: 'critical',
      });
      expect(dataOf(await tenant.api.get(`${customersOf(tenant)}/${one.id}`))).toEqual(changed);
      const [first, second, ...more] = await riskHistory(tenant, one);
      expect(more).toEqual([]);
      expect(first).toMatchObject({ rating_from: null, rating_to: one.risk_rating });
      expect(second).toEqual({
        rating_from: one.risk_rating,
        rating_to: 'critical',
        reason: expect.stringMatching(/./),
        trigger_type: 'onboarding',
        score: risk.composite_score,
        actor_type: expect.stringMatching(/^(system|institution)$/),
        created_at: TIMESTAMP,
      });
      expect(risk.composite_score).toBeGreaterThanOrEqual(800);
    });

    it('moves the kyc_status where that is allowed', async () => {
      const one = await newCustomer(tenant, { kyc_status: 'in_review' });
      await send(tenant, onboarding(tenant, { customer_id: one.id, kyc_status: 'rejected', reason: 'forged' }));
      const view = await riskView(tenant, one);
      expect(view.customer.kyc_status).toBe('rejected');
      expect(view.identity_verification.status).toBe('rejected');
    });

    it('about nobody waits like a transaction', async () => {
      const email = freshEmail();
      const eventId = await send(tenant, onboarding(tenant, { email, kyc_status: 'in_review' }));
      expect((await outcomeOf(tenant, eventId)).status).toBe('unresolved');
      const late = await newCustomer(tenant, { email });
      const event = await eventually(
        'the event is processed',
        () => eventOf(tenant, eventId),
        ({ status }) => status === 'processed',
      );
      expect(event.customer_id).toBe(late.id);
    });
  });

  describe('listing events', () => {
    it('finds by customer, status and type, newest first', async () => {
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

    it.each(['status=done', 'event_type=login', 'customer_id=5', 'customer_id=', 'account_ref=A'])(
      'refuses the filter %s',
      async (query) => {
        const answer = await tenant.api.get(tenant.path(`/events?${query}`));
        expectRefusal(answer, 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
      },
    );

    it('does not know an event that was never sent', async () => {
      const missing = randomUUID();
      expectRefusal(await tenant.api.get(tenant.path(`/events/${missing}`)), 404, new RegExp(missing));
    });
  });
}
