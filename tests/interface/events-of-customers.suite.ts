import { randomUUID } from 'node:crypto';
import { dataOf } from './answers';
import { TIMESTAMP } from './patterns';
import {
  type CreatedCustomer,
  customersOf,
  eventOf,
  eventually,
  freshEmail,
  freshRef,
  newCustomer,
  onboarding,
  outcomeOf,
  pay,
  riskHistory,
  riskView,
  send,
  transaction,
} from './customers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

/** The outcomes of events: repetitions, events whose customer is not known yet, and onboarding. */
export function eventsOfCustomers(product: () => Product): void {
  let tenant: Tenant;
  let other: Tenant;
  let customer: CreatedCustomer;
  beforeAll(async () => {
    tenant = await newTenant(product());
    other = await newTenant(product());
    customer = await newCustomer(tenant);
  });

  const accountOf = (one: CreatedCustomer): string => one.account_refs[0]!;

  describe('a repeated transaction', () => {
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

  describe('an event of an account that belongs to no customer', () => {
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

    it('is processed before later events', async () => {
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

    it('changes the given fields of the customer, and adds a changed rating to the history', async () => {
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

    it('changes the kyc_status if the transition is allowed', async () => {
      const one = await newCustomer(tenant, { kyc_status: 'in_review' });
      await send(tenant, onboarding(tenant, { customer_id: one.id, kyc_status: 'rejected', reason: 'forged' }));
      const view = await riskView(tenant, one);
      expect(view.customer.kyc_status).toBe('rejected');
      expect(view.identity_verification.status).toBe('rejected');
    });

    it('waits like a transaction if it matches no customer', async () => {
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
}
