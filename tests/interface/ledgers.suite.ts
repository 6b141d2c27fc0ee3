import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal, TIMESTAMP, UUID } from './answers';
import { newLedger } from './books';
import type { Product } from './product';
import { CURRENCIES, newTenant, type Tenant } from './tenants';

/** Currencies and ledgers. */
export function ledgers(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  describe('currencies', () => {
    it('lists what the tenant has configured, by code, with name and decimals and nothing else', async () => {
      const listed = dataOf(await tenant.api.get(tenant.path('/currencies')));
      expect(listed).toEqual([...CURRENCIES].sort((a, b) => a.code.localeCompare(b.code)));
    });

    it('lists nothing for a tenant without any', async () => {
      const bare = await newTenant(product(), []);
      expect(dataOf(await bare.api.get(bare.path('/currencies')))).toEqual([]);
    });
  });

  describe('ledgers', () => {
    it('creates one, reads it and lists it, the same each time', async () => {
      const body = {
        name: 'Customer funds',
        currency: 'USD',
        description: 'What we owe',
        metadata: { book: 'retail' },
      };
      const created = dataOf(await tenant.api.post(tenant.path('/ledgers'), body), 201);
      expect(created).toEqual({ ...body, id: UUID, status: 'active', created_at: TIMESTAMP });

      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${created.id}`)))).toEqual(created);
      expect(dataOf(await tenant.api.get(tenant.path('/ledgers?limit=100')))).toContainEqual(created);
    });

    it('creates one from name and currency alone, with metadata empty and no description', async () => {
      const created = dataOf(await tenant.api.post(tenant.path('/ledgers'), { name: 'Plain', currency: 'JPY' }), 201);
      expect(created).toEqual({
        id: UUID,
        name: 'Plain',
        currency: 'JPY',
        status: 'active',
        metadata: {},
        created_at: TIMESTAMP,
      });
      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${created.id}`)))).toEqual(created);
    });

    it('keeps free-form metadata as it was given, in whatever depth and script', async () => {
      const metadata = {
        text: 'Ærø – 東京 – 🏦 – \u202Ertl',
        numbers: [0, -1, 1.5, 1e21, 9007199254740991],
        nested: { empty: {}, list: [], nothing: null, yes: true, 'a.b': { 'c d': [[1], [{ e: 'f' }]] } },
        '': 'an empty key',
        hasOwnProperty: false,
        toString: 'a word like any other',
      };
      const body = { name: 'Ledger – 東京 🏦', currency: 'EUR', metadata };
      const created = dataOf(await tenant.api.post(tenant.path('/ledgers'), body), 201);
      expect(created).toMatchObject(body);
      const read = dataOf(await tenant.api.get(tenant.path(`/ledgers/${created.id}`)));
      expect(JSON.stringify(read)).toBe(JSON.stringify({ ...read, ...body }));
      expect(read.metadata).toEqual(metadata);
    });

    it.each(['constructor', 'prototype'])('never drops the metadata key %s silently', async (key) => {
      const metadata = { [key]: 'v2', nested: [{ [key]: 'v3' }] };
      const answer = await tenant.api.post(tenant.path('/ledgers'), { name: 'Kept', currency: 'EUR', metadata });
      if (answer.status === 400) expectRefusal(answer, 400, /metadata/);
      else expect(JSON.stringify(dataOf(answer, 201).metadata)).toBe(JSON.stringify(metadata));
    });

    it('lets two ledgers have one name, and lists the older one first', async () => {
      const own = await newTenant(product());
      const ids = [await newLedger(own), await newLedger(own), await newLedger(own, 'EUR')];
      const listed = dataOf<{ id: string }[]>(await own.api.get(own.path('/ledgers')));
      expect(listed.map((ledger) => ledger.id)).toEqual(ids);
    });

    it('returns a UUID in the path in any case', async () => {
      const id = await newLedger(tenant);
      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${id.toUpperCase()}`))).id).toBe(id);
    });

    it('does not know a ledger that was never made', async () => {
      const missing = randomUUID();
      for (const path of [`/ledgers/${missing}`, `/ledgers/${missing}/accounts`, `/ledgers/${missing}/transactions`]) {
        expectRefusal(await tenant.api.get(tenant.path(path)), 404, new RegExp(missing));
      }
    });

    it.each(['PUT', 'PATCH', 'DELETE'])('cannot be changed or removed: %s has no route', async (method) => {
      const id = await newLedger(tenant);
      expectRefusal(await tenant.api.send(method, tenant.path(`/ledgers/${id}`), '{"name":"Other"}'), 404);
      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${id}`))).name).toBe('Book');
    });
  });
}
