import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createCustomer } from '@probity/contracts/customers/commands';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { customerStream } from '@probity/contracts/customers/events';
import type { EventStore } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Refusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import { aProfile, aScreeningAlert } from '../testing/examples';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { Faults } from '@probity/event-store/testing/faulty-event-store';

const faults = new Faults();
let service: CustomerRiskFixture;
let events: EventStore;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
  events = new PostgresEventStore(service.database.owner);
});
afterAll(() => service.stop());
beforeEach(() => {
  service.screen = () => [];
  faults.clear();
});

const request = (changes: Partial<RequestOf<typeof createCustomer>> = {}): RequestOf<typeof createCustomer> => {
  const customer_id = newId();
  return {
    tenant_id: service.tenantId,
    customer_id,
    profile: aProfile({ email: `${customer_id}@example.com`, account_refs: [] }),
    kyc_status: 'pending',
    ...changes,
  };
};
const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('nothing was refused')),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error as Error)),
  );
const withEmail = (email: string) => service.customers.customers(service.tenantId, PAGE, { email });
const eventTypes = async (customerId: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const chunk of events.readStream(customerStream(customerId))) types.push(...chunk.map(({ type }) => type));
  return types;
};
const ageClaims = () =>
  service.database.owner.query("UPDATE customer_risk.claims SET claimed_at = claimed_at - interval '61 s'");

describe('a new customer', () => {
  it('is answered with its rating, and can be read as it was answered', async () => {
    const wanted = request({ kyc_status: 'approved' });
    const created = await service.commands.send(createCustomer, wanted);
    expect(created).toMatchObject({
      id: wanted.customer_id,
      tenant_id: service.tenantId,
      email: wanted.profile.email,
      full_name: 'Ada Byron',
      business_name: null,
      metadata: null,
      kyc_status: 'approved',
      risk_rating: 'low',
    });
    expect(created.updated_at).toBe(created.created_at);
    expect(await service.customers.customer(service.tenantId, created.id)).toEqual(created);
  });

  it('has its first rating as the first item of its history', async () => {
    const { id, risk_rating, created_at } = await service.create();
    const history = await service.customers.riskHistory(service.tenantId, id, PAGE);
    expect(history).toEqual([
      {
        rating_from: null,
        rating_to: risk_rating,
        reason: expect.stringMatching(/^the customer was created; the score of \d+ is low/),
        trigger_type: 'onboarding',
        score: expect.any(Number),
        actor_type: 'system',
        created_at,
      },
    ]);
  });

  it('keeps the nine further fields and free-form metadata as they were given', async () => {
    const profile = {
      customer_type: 'corporate' as const,
      full_name: undefined,
      business_name: 'Analytical Engines Ltd',
      business_type: 'limited',
      industry_type: 'software',
      registration_no: '123',
      tax_id: 'T-1',
      income_range: '1000000-2000000',
      source_of_wealth: 'inheritance',
      beneficial_owners: [{ name: 'Charles Babbage', role: 'director', ownership_share: '75.5', nationality: 'GB' }],
      related_parties: [{ name: 'Luigi Menabrea', date_of_birth: '1809-09-04' }],
      metadata: { z: 1, a: { toJSON: 'kept', ключ: [null, 1.5] } },
    };
    const { id } = await service.create(profile);
    const read = (await service.customers.customer(service.tenantId, id))!;
    expect(read).toMatchObject({ ...profile, full_name: null });
    expect(Object.keys(read.metadata!)).toEqual(['z', 'a']);
  });

  it('is screened first: its alerts are raised, and count for the rating, before it is answered', async () => {
    const alert = aScreeningAlert();
    service.screen = ({ profile }) => (profile.email === 'match@example.com' ? [alert] : []);
    const created = await service.create({ email: 'match@example.com' });
    expect(created.risk_rating).toBe('high');
    const view = (await service.views.of(service.tenantId, created.id, new Date()))!;
    expect(view.active_alerts).toMatchObject([{ id: alert.alert_id, alert_type: 'sanctions_match', status: 'open' }]);
    // The rating was made with the alert before it was raised; scoring again finds nothing new.
    await service.report(created.id);
    expect(await eventTypes(created.id)).toEqual(['CustomerCreated', 'RiskAssessed']);
  });

  it('has the right score also when it is scored by others before its alerts are raised', async () => {
    const wanted = request();
    const alert = aScreeningAlert();
    service.screen = () => [alert];
    faults.dieBefore = async (stream) => {
      if (stream !== `alert-${alert.alert_id}`) return false;
      faults.clear();
      expect(await service.report(wanted.customer_id)).toMatchObject({ assessment: { rating: 'low' } });
      return false;
    };
    expect(await service.commands.send(createCustomer, wanted)).toMatchObject({ risk_rating: 'high' });
    expect((await service.views.of(service.tenantId, wanted.customer_id, new Date()))!.risk.rating).toBe('high');
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new Error('connection refused'))],
    ['does not answer in time', () => setTimeout(1_500, [])],
  ])('is not made when the pipeline %s, and the address stays free', async (_what, screen) => {
    const wanted = request();
    service.screen = screen;
    const refusal = await refusalOf(service.commands.send(createCustomer, wanted));
    expect(refusal).toMatchObject({ kind: 'overloaded', code: 'screening_unavailable' });
    expect(refusal.message).toMatch(/nothing was done and the request may be repeated$/);
    expect(await withEmail(wanted.profile.email)).toEqual([]);

    service.screen = () => [];
    await expect(service.create({ email: wanted.profile.email })).resolves.toMatchObject({ risk_rating: 'low' });
  });
});

describe('an e-mail address', () => {
  it.each(['Grace@Example.COM', ' grace@example.com ', 'GRACE@EXAMPLE.COM'])(
    'is taken whatever its case: %s',
    async (email) => {
      if ((await withEmail('grace@example.com')).length === 0) await service.create({ email: 'grace@example.com' });
      const refusal = await refusalOf(service.create({ email }));
      expect(refusal).toMatchObject({ kind: 'invalid', code: 'email_taken' });
      expect(refusal.message).toMatch(/^email ".*" is already used/);
      expect(await withEmail(email)).toHaveLength(1);
    },
  );

  it('is folded in other scripts, too', async () => {
    await service.create({ email: 'ЖАННА@пример.рф' });
    await expect(refusalOf(service.create({ email: 'жанна@ПРИМЕР.рф' }))).resolves.toMatchObject({
      code: 'email_taken',
    });
  });

  it('may be used by another tenant', async () => {
    const { email } = await service.create();
    await expect(service.create({ email }, { tenant_id: randomUUID() })).resolves.toMatchObject({ email });
  });

  it('makes one customer when several are created with it at once, in several instances', async () => {
    const other = await service.anotherInstance();
    for (let round = 0; round < 5; round++) {
      const email = `race-${round}@example.com`;
      const outcomes = await Promise.allSettled(
        [service.commands, other, service.commands, other].map((bus, n) =>
          bus.send(createCustomer, request({ profile: aProfile({ email: n % 2 ? email.toUpperCase() : email }) })),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ kind: 'invalid', code: 'email_taken' });
      }
      expect(await withEmail(email)).toHaveLength(1);
    }
  });

  it('is free again when the other creation with it fails while somebody waits for it', async () => {
    const [one, two] = [request(), request()];
    two.profile = one.profile;
    let second: Promise<unknown> | undefined;
    service.screen = async ({ customer_id }) => {
      if (customer_id !== one.customer_id) return [];
      await new Promise<void>((claimed) => {
        // The other one looks at the customer that has the address.
        faults.onRead = (stream) => stream === customerStream(one.customer_id) && claimed();
        second = service.commands.send(createCustomer, two);
      });
      throw new Error('gone');
    };
    await expect(refusalOf(service.commands.send(createCustomer, one))).resolves.toMatchObject({
      code: 'screening_unavailable',
    });
    await expect(second).resolves.toMatchObject({ id: two.customer_id });
  });

  describe('of a creation that died between claim and append', () => {
    let dead: RequestOf<typeof createCustomer>;
    beforeEach(async () => {
      dead = request();
      faults.dieBefore = (stream) => stream === customerStream(dead.customer_id);
      await expect(refusalOf(service.commands.send(createCustomer, dead))).resolves.toMatchObject({
        kind: 'outcome_unknown',
      });
      faults.clear();
    });

    it('is used by the same command when it is delivered again', async () => {
      await expect(service.commands.send(createCustomer, dead)).resolves.toMatchObject({ id: dead.customer_id });
      await expect(refusalOf(service.create({ email: dead.profile.email }))).resolves.toMatchObject({
        code: 'email_taken',
      });
    });

    it('is not free at once: the creation may still go on', async () => {
      const refusal = await refusalOf(service.create({ email: dead.profile.email }));
      expect(refusal).toMatchObject({ kind: 'overloaded', code: 'email_pending' });
      expect(await withEmail(dead.profile.email)).toEqual([]);
    });

    it('is free after a minute, and then the first creation comes too late', async () => {
      await ageClaims();
      const { id } = await service.create({ email: dead.profile.email });
      await expect(refusalOf(service.commands.send(createCustomer, dead))).resolves.toMatchObject({
        code: 'email_taken',
      });
      expect(await withEmail(dead.profile.email)).toMatchObject([{ id }]);
    });

    it('is used once when the first creation comes back while another takes it over', async () => {
      await ageClaims();
      const outcomes = await Promise.allSettled([
        service.commands.send(createCustomer, dead),
        service.create({ email: dead.profile.email }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await withEmail(dead.profile.email)).toHaveLength(1);
    });
  });

  it('is lost by a creation that stood still for a minute before its append', async () => {
    const slow = request();
    let successor: Promise<unknown> | undefined;
    faults.dieBefore = async (stream) => {
      if (stream !== customerStream(slow.customer_id) || successor) return false;
      await ageClaims();
      successor = service.create({ email: slow.profile.email });
      await successor;
      return false;
    };
    await expect(refusalOf(service.commands.send(createCustomer, slow))).resolves.toMatchObject({
      code: 'email_taken',
    });
    await expect(successor).resolves.toMatchObject({ email: slow.profile.email });
    expect(await eventTypes(slow.customer_id)).toEqual([]);
  });
});

describe('the same command again', () => {
  it('makes nothing twice and is answered alike, also after the customer has changed', async () => {
    const wanted = request();
    const created = await service.commands.send(createCustomer, wanted);
    const changes = { occupation: 'judge' };
    await service.report(created.id, { trigger_type: 'onboarding', event_id: newId(), changes, skip_kyc: true });
    expect(await service.commands.send(createCustomer, wanted)).toEqual(created);
    expect((await eventTypes(created.id)).filter((type) => type === 'CustomerCreated')).toHaveLength(1);
  });

  it('makes one customer when it is delivered twice at once', async () => {
    const other = await service.anotherInstance();
    const wanted = request();
    const alert = aScreeningAlert();
    service.screen = () => [alert];
    const [one, two] = await Promise.all([service.commands, other].map((bus) => bus.send(createCustomer, wanted)));
    expect(one).toEqual(two);
    expect(await service.alerts.alerts(service.tenantId, PAGE, { customer_id: wanted.customer_id })).toHaveLength(1);
  });

  it('makes up for a crash between the customer and its alerts', async () => {
    const wanted = request();
    const alerts = [aScreeningAlert(), aScreeningAlert({ trigger_ref: 'un:1' })];
    service.screen = () => alerts;
    faults.dieBefore = (stream) => stream === `alert-${alerts[1]!.alert_id}`;
    await expect(refusalOf(service.commands.send(createCustomer, wanted))).resolves.toMatchObject({
      kind: 'outcome_unknown',
    });
    faults.clear();
    const created = await service.commands.send(createCustomer, wanted);
    const view = (await service.views.of(service.tenantId, created.id, new Date()))!;
    expect(view.active_alerts.map(({ id }) => id).sort()).toEqual(alerts.map(({ alert_id }) => alert_id).sort());
    expect(await eventTypes(created.id)).toEqual(['CustomerCreated', 'RiskAssessed']);
  });

  it('does not say that all is well while its alerts may be missing', async () => {
    const wanted = request();
    await service.commands.send(createCustomer, wanted);
    service.screen = () => Promise.reject(new Error('connection refused'));
    await expect(refusalOf(service.commands.send(createCustomer, wanted))).resolves.toMatchObject({
      kind: 'outcome_unknown',
      message: expect.stringContaining('its alerts may not be raised yet'),
    });
  });

  it('is refused when the id is another customer, of this tenant or another', async () => {
    const { id } = await service.create();
    for (const change of [{}, { tenant_id: randomUUID() }]) {
      await expect(refusalOf(service.create({}, { customer_id: id, ...change }))).resolves.toMatchObject({
        code: 'customer_id_taken',
      });
    }
  });
});
