import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP } from './patterns';
import {
  eventOf,
  eventually,
  freshName,
  listedPerson,
  newCustomer,
  onboarding,
  pay,
  riskView,
  send,
} from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

interface Entry {
  id: string;
  names: { name: string; quality: string }[];
  [field: string]: unknown;
}

/** A tenant's own watchlist, and screening against it. */
export function watchlistEntries(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const entries = (below = '') => tenant.path(`/watchlist-entries${below}`);
  const add = (body: unknown) => tenant.api.post(entries(), body);
  const newEntry = (body: object): Promise<Entry> => done<Entry>(tenant.api, entries(), body);
  const read = (id: string) => tenant.api.get(entries(`/${encodeURIComponent(id)}`));
  const alertsOf = async (customer: { id: string }) => (await riskView(tenant, customer)).active_alerts;

  describe('an entry', () => {
    it('is returned in full, and reads and lists are the same', async () => {
      const name = freshName();
      const body = {
        id: `internal/${randomUUID()} ü`,
        schema: 'Person',
        names: [{ name, quality: 'primary' }, 'Иван Петров', { name: 'Vanya', quality: 'weak' }],
        topics: ['pep', 'crime'],
        birth_dates: ['1962-03-17', '1963'],
        countries: ['ru', 'GB'],
        identifiers: [{ type: 'Passport', value: '75 0123456', country: 'RU' }],
        programs: ['Exit list 2026'],
        remarks: 'left the bank in 2024',
      };
      const entry = dataOf<Entry>(await add(body), 201);
      expect(entry).toEqual({
        ...body,
        list: 'tenant',
        names: [
          { name, quality: 'primary' },
          { name: 'Иван Петров', quality: 'alias' },
          { name: 'Vanya', quality: 'weak' },
        ],
        countries: ['RU', 'GB'],
        identifiers: [{ type: 'passport', value: '75 0123456', country: 'RU' }],
        created_at: TIMESTAMP,
      });
      expect(dataOf(await read(body.id))).toEqual(entry);
      expect(
        dataOf(await tenant.api.get(entries(`?name=${encodeURIComponent(name.slice(2, 9).toLowerCase())}`))),
      ).toEqual([entry]);
    });

    it('needs a schema and a name, and gets an id', async () => {
      const name = freshName();
      const entry = dataOf<Entry>(await add({ schema: 'Company', names: [name] }), 201);
      expect(entry).toMatchObject({ id: expect.stringMatching(/./), topics: ['sanction'], countries: [] });
      expect(dataOf(await read(entry.id))).toEqual(entry);
    });

    it('replaces an entry with the same id', async () => {
      const id = randomUUID();
      await newEntry(listedPerson(freshName(), { id }));
      const name = freshName();
      await newEntry(listedPerson(name, { id }));
      expect(dataOf<Entry>(await read(id)).names).toEqual([{ name, quality: 'primary' }]);
    });

    it.each([
      ['a list', (list: object[]) => list],
      ['entries', (list: object[]) => ({ entries: list })],
    ])('can be sent with others as %s, and the response has the same order', async (_what, wrap) => {
      const names = Array.from({ length: 3 }, freshName);
      const added = dataOf<Entry[]>(await add(wrap(names.map((name) => listedPerson(name)))), 201);
      expect(added.map((entry) => entry.names[0]!.name)).toEqual(names);
    });

    it('can be sent with 499 others, but not more', async () => {
      const own = await newTenant(product());
      const list = Array.from({ length: 500 }, (_, index) => listedPerson(freshName(), { id: `n${index}` }));
      const answer = await own.api.post(own.path('/watchlist-entries'), list);
      expect(dataOf<Entry[]>(answer, 201)).toHaveLength(500);
      const one = await own.api.post(own.path('/watchlist-entries'), [...list, listedPerson('One Too Many')]);
      expectRefusal(one, 400, /500/);
    });

    it('is not found after it is deleted', async () => {
      const entry = await newEntry(listedPerson(freshName()));
      const deleted = await tenant.api.delete(entries(`/${entry.id}`));
      expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined });
      expectRefusal(await read(entry.id), 404, new RegExp(entry.id));
      expectRefusal(await tenant.api.delete(entries(`/${entry.id}`)), 404, new RegExp(entry.id));
      expect(dataOf(await tenant.api.get(entries(`?name=${encodeURIComponent(entry.names[0]!.name)}`)))).toEqual([]);
    });

    it('is visible only to its tenant', async () => {
      const entry = await newEntry(listedPerson(freshName()));
      const other = await newTenant(product());
      const path = other.path(`/watchlist-entries/${entry.id}`);
      expectRefusal(await other.api.get(path), 404);
      expectRefusal(await other.api.delete(path), 404);
      expect(dataOf(await other.api.get(other.path('/watchlist-entries')))).toEqual([]);
      const namesake = await newCustomer(other, { full_name: entry.names[0]!.name });
      expect((await riskView(other, namesake)).active_alerts).toEqual([]);
    });
  });

  describe('an entry is rejected with', () => {
    it.each<[string, unknown, RegExp]>([
      ['nothing', {}, /schema.*names/],
      ['another schema', listedPerson('A B', { schema: 'Ship' }), /schema.*Person.*Company.*Other/],
      ['no names', { schema: 'Person', names: [] }, /names/],
      ['a name without letters', listedPerson('...'), /names\[0\]/],
      ['a name with a NUL', listedPerson('A\u0000B'), /names\[0\]/],
      ['another quality', { schema: 'Person', names: [{ name: 'A B', quality: 'good' }] }, /names\[0\]\.quality/],
      ['another topic', listedPerson('A B', { topics: ['bad'] }), /topics\[0\]/],
      ['an unknown country', listedPerson('A B', { countries: ['XX'] }), /countries\[0\]/],
      ['a date that does not exist', listedPerson('A B', { birth_dates: ['1962-02-30'] }), /birth_dates\[0\]/],
      ['an identifier that is a text', listedPerson('A B', { identifiers: ['75'] }), /identifiers\[0\]/],
      ['the name of a list', listedPerson('A B', { list: 'ofac-sdn' }), /list/],
      ['a long id', listedPerson('A B', { id: 'x'.repeat(201) }), /\bid\b/],
      ['an empty list', [], /1 to 500/],
      ['empty entries', { entries: [] }, /1 to 500/],
      ['a bad one among good ones', [listedPerson('A B'), {}], /\[1\]/],
      ['the same id twice', [listedPerson('A B', { id: 'same' }), listedPerson('C D', { id: 'same' })], /same/],
      ['a text', 'A B', /entry|object/],
      ['null', null, /entry|object/],
    ])('%s', async (_what, body, says) => {
      expectRefusal(await add(body), 400, says);
    });

    it('an error for one of several entries, and none is added', async () => {
      const name = freshName();
      expectRefusal(await add([listedPerson(name), { schema: 'Person' }]), 400, /\[1\]/);
      expect(dataOf(await tenant.api.get(entries(`?name=${encodeURIComponent(name)}`)))).toEqual([]);
    });

    it.each(['%00', 'x'.repeat(201)])('an invalid id in the path: %.9s', async (id) => {
      expectRefusal(await tenant.api.get(entries(`/${id}`)), 400);
      expectRefusal(await tenant.api.delete(entries(`/${id}`)), 400);
    });
  });

  describe('a listed person', () => {
    it('who becomes a customer has an alert before the response', async () => {
      const name = freshName();
      const entry = await newEntry(listedPerson(name));
      const customer = await newCustomer(tenant, { full_name: name });
      expect(await alertsOf(customer)).toEqual([
        expect.objectContaining({
          customer_id: customer.id,
          alert_type: 'sanctions_match',
          source: 'screening',
          status: 'open',
          trigger_ref: `tenant:${entry.id}`,
        }),
      ]);
    });

    it('is found under another spelling and in another script', async () => {
      const name = freshName();
      await newEntry(listedPerson(name));
      const [first, last] = name.split(' ') as [string, string];
      const customer = await newCustomer(tenant, { full_name: `${last.toUpperCase()}, ${first}` });
      expect(await alertsOf(customer)).toHaveLength(1);
    });

    it('is found among the beneficial owners and related parties', async () => {
      const [owner, relative] = [freshName(), freshName()];
      await newEntry(listedPerson(owner, { topics: ['pep'] }));
      await newEntry(listedPerson(relative, { topics: ['other'] }));
      const customer = await newCustomer(tenant, {
        beneficial_owners: [{ name: owner, ownership_share: '30' }],
        related_parties: [{ name: relative, role: 'spouse' }],
      });
      const { active_alerts, screening_results, is_sanctioned } = await riskView(tenant, customer);
      expect(active_alerts.map(({ alert_type }) => alert_type).sort()).toEqual(['pep_match', 'watchlist_match']);
      expect(screening_results.map(({ subject }) => subject).sort()).toEqual(['beneficial_owner', 'related_party']);
      expect(is_sanctioned).toBe(false);
    });

    it('is found if the entry is added after the customer', async () => {
      const name = freshName();
      const customer = await newCustomer(tenant, { full_name: name });
      expect(await alertsOf(customer)).toEqual([]);
      const entry = await newEntry(listedPerson(name));
      const [alert] = await eventually(
        'the customer is screened against the new entry',
        () => alertsOf(customer),
        ({ length }) => length > 0,
      );
      expect(alert).toMatchObject({ trigger_ref: `tenant:${entry.id}`, source: 'screening' });
    });

    it('is found if a customer changes to the name', async () => {
      const name = freshName();
      await newEntry(listedPerson(name));
      const customer = await newCustomer(tenant);
      await send(tenant, onboarding(tenant, { customer_id: customer.id, profile: { full_name: name } }));
      const found = await eventually(
        'the customer is screened under the new name',
        () => alertsOf(customer),
        ({ length }) => length > 0,
      );
      expect(found).toHaveLength(1);
    });

    it('is found as the counterparty of a transaction as soon as the event was accepted', async () => {
      const name = freshName();
      await newEntry(listedPerson(name));
      const customer = await newCustomer(tenant);
      const eventId = await pay(tenant, customer, { counterparty: { name, type: 'individual' } });
      const { active_alerts, screening_results, is_sanctioned } = await riskView(tenant, customer);
      expect(active_alerts).toEqual([expect.objectContaining({ source: 'screening', customer_id: customer.id })]);
      expect(screening_results).toEqual([expect.objectContaining({ subject: 'counterparty', subject_name: name })]);
      expect(is_sanctioned).toBe(false);
      expect((await eventOf(tenant, eventId)).alert_ids).toEqual([active_alerts[0]!.id]);
    });

    it('raises one alert, however often it is found', async () => {
      const [name, partner] = [freshName(), freshName()];
      await newEntry(listedPerson(name));
      await newEntry(listedPerson(partner));
      const customer = await newCustomer(tenant, { full_name: name });
      for (const phone of ['+44 1', '+44 2']) {
        await pay(tenant, customer, { counterparty: { name: partner } });
        await send(tenant, onboarding(tenant, { customer_id: customer.id, profile: { phone } }));
      }
      const { screening_results } = await riskView(tenant, customer);
      expect(screening_results.map(({ subject_name }) => subject_name).sort()).toEqual([name, partner].sort());
      expect(await alertsOf(customer)).toHaveLength(2);
    });

    it('no longer matches after the entry is deleted', async () => {
      const name = freshName();
      const entry = await newEntry(listedPerson(name));
      await tenant.api.delete(entries(`/${entry.id}`));
      expect(await alertsOf(await newCustomer(tenant, { full_name: name }))).toEqual([]);
    });

    it('does not match a person with another name', async () => {
      await newEntry(listedPerson(freshName()));
      expect(await alertsOf(await newCustomer(tenant, { full_name: freshName() }))).toEqual([]);
    });
  });
}
