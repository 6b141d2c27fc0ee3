import { dataOf } from './answers';
import {
  type Alert,
  type CreatedCustomer,
  customersOf,
  eventOf,
  freshName,
  listedPerson,
  newCustomer,
  onboarding,
  outcomeOf,
  pay,
  riskView,
  send,
} from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

/** What is screened beside persons and companies, and what a customer may say of its names. */
export function typedSubjects(product: () => Product): void {
  let tenant: Tenant;
  let customer: CreatedCustomer;
  beforeAll(async () => {
    tenant = await newTenant(product());
    customer = await newCustomer(tenant);
  });

  const listed = async (entry: object): Promise<void> => {
    await done(tenant.api, tenant.path('/watchlist-entries'), { topics: ['sanction'], ...entry });
  };
  const alertsAbout = async (one: CreatedCustomer, name: string): Promise<Alert[]> =>
    (await riskView(tenant, one)).active_alerts.filter(({ metadata }) => metadata.matched_name === name);
  const alertsOfPayment = async (name: string, payment: object): Promise<Alert[]> => {
    await outcomeOf(tenant, await pay(tenant, customer, payment));
    return alertsAbout(customer, name);
  };

  describe('a vessel', () => {
    const IMO = '9187629';

    it('of a transaction is found by its IMO number under another name', async () => {
      const name = freshName();
      await listed({ schema: 'Vessel', names: [name], identifiers: [{ type: 'imo number', value: `IMO ${IMO}` }] });
      const vessels = [{ name: freshName(), imo: `IMO ${IMO}`, flag: 'pa' }];
      const eventId = await pay(tenant, customer, { vessels });
      await outcomeOf(tenant, eventId);
      expect((await eventOf(tenant, eventId)).payload.vessels).toEqual([{ ...vessels[0], imo: IMO, flag: 'PA' }]);
      const [alert] = await alertsAbout(customer, name);
      expect(alert).toMatchObject({
        alert_type: 'sanctions_match',
        title: expect.stringMatching(/^Possible sanctions match: vessel "/),
        metadata: { subject: 'counterparty', part: 'vessel', subject_name: vessels[0]!.name },
      });
      const { screening_results } = await riskView(tenant, customer);
      expect(screening_results.find(({ alert_id }) => alert_id === alert!.id)).toMatchObject({ subject: 'vessel' });
    });

    it('is found by its name, and is never like a counterparty or a customer', async () => {
      const name = freshName();
      await listed({ schema: 'Vessel', names: [name] });
      const namesake = await newCustomer(tenant, { customer_type: 'corporate', business_name: name });
      expect(await alertsAbout(namesake, name)).toEqual([]);
      expect(await alertsOfPayment(name, { counterparty: { name } })).toEqual([]);
      expect(await alertsOfPayment(name, { vessels: [{ name: `M/V ${name}` }] })).toHaveLength(1);
    });
  });

  it('an aircraft is found by its tail number, with and without its hyphen', async () => {
    await listed({ schema: 'Aircraft', names: ['XQ-TST'] });
    const aircraft = [{ tail_number: 'xqtst' }];
    expect(await alertsOfPayment('XQ-TST', { aircraft })).toMatchObject([{ metadata: { part: 'aircraft' } }]);
  });

  it('an address of crypto-assets is found without a name, and in another case only if case does not count', async () => {
    const hexadecimal = '0x52908400098527886E0F7030069857D2E4169EE7';
    const base58 = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const [one, other] = [freshName(), freshName()];
    const address = (value: string) => ({ identifiers: [{ type: 'digital currency address', value }] });
    await listed(listedPerson(one, address(hexadecimal)));
    await listed({ schema: 'Company', names: [other], ...address(base58) });
    const paidTo = (account: string, name?: string) => ({ method: 'crypto', counterparty: { account, name } });
    expect(await alertsOfPayment(one, paidTo(hexadecimal.toLowerCase()))).toHaveLength(1);
    expect(await alertsOfPayment(other, paidTo(base58.toLowerCase(), freshName()))).toEqual([]);
    expect(await alertsOfPayment(other, paidTo(base58, freshName()))).toHaveLength(1);
  });

  it('a listed name is found in the texts of a payment, once', async () => {
    const name = freshName();
    await listed(listedPerson(name));
    for (const invoice of [2231, 2232]) {
      const description = `payment to ${name.toUpperCase()} inv ${invoice}`;
      expect(await alertsOfPayment(name, { description })).toMatchObject([
        { metadata: { subject: 'counterparty', part: 'description', subject_name: name.toUpperCase() } },
      ]);
    }
    expect(await alertsOfPayment(name, { description: `rent of ${name.split(' ')[0]}` })).toHaveLength(1);
  });

  describe('a customer', () => {
    it('is found by its aliases and by the parts of its name', async () => {
      const [alias, whole] = [freshName(), freshName()];
      await listed(listedPerson(alias));
      await listed(listedPerson(whole));
      const [first_name, last_name] = whole.split(' ');
      const one = await newCustomer(tenant, { aliases: [alias, alias], first_name, last_name, gender: 'female' });
      expect(await alertsAbout(one, alias)).toHaveLength(1);
      expect(await alertsAbout(one, whole)).toHaveLength(1);
      expect(dataOf(await tenant.api.get(`${customersOf(tenant)}/${one.id}`))).toMatchObject({
        aliases: [alias],
        first_name,
        middle_name: null,
        last_name,
        gender: 'female',
      });
    });

    it('is screened again when it gets an alias', async () => {
      const alias = freshName();
      await listed(listedPerson(alias));
      const one = await newCustomer(tenant);
      expect(await alertsAbout(one, alias)).toEqual([]);
      await outcomeOf(
        tenant,
        await send(tenant, onboarding(tenant, { customer_id: one.id, profile: { aliases: [alias] } })),
      );
      expect(await alertsAbout(one, alias)).toHaveLength(1);
    });

    it('of another gender than the listed person has a lower score', async () => {
      const name = freshName();
      await listed(listedPerson(name, { gender: 'male' }));
      const score = async (gender: string) => {
        const one = await newCustomer(tenant, { full_name: name, gender });
        const { screening_results } = await riskView(tenant, one);
        return screening_results[0]!.score as number;
      };
      expect(await score('male')).toBe(1);
      expect(await score('other')).toBe(1);
      expect(await score('female')).toBe(0.9);
    });
  });
}
