import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
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
    it('lists the configured currencies by code, with only name and decimals', async () => {
      const listed = dataOf(await tenant.api.get(tenant.path('/currencies')));
      expect(listed).toEqual([...CURRENCIES].sort((a, b) => a.code.localeCompare(b.code)));
    });

    it('returns an empty list for a tenant without currencies', async () => {
      const bare = await newTenant(product(), []);
      expect(dataOf(await bare.api.get(bare.path('/currencies')))).toEqual([]);
    });
  });

  describe('ledgers', () => {
    it('returns the same ledger when it is created, read and listed', async () => {
      const body = {
        name: 'Customer funds',
        currency: 'USD',
        description: 'What we owe',
        metadata: { book: 'retail' },
      };
      const created = dataOf(await tenant.api.post(tenant.path('/ledgers'), body), 201);
      const head = { position: 0, hash: '0'.repeat(64) };
      expect(created).toEqual({ ...body, id: UUID, status: 'active', created_at: TIMESTAMP, head });

      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${created.id}`)))).toEqual(created);
      expect(dataOf(await tenant.api.get(tenant.path('/ledgers?limit=100')))).toContainEqual(created);
    });

    it('requires only name and currency; then metadata is empty and there is no description', async () => {
      const created = dataOf(await tenant.api.post(tenant.path('/ledgers'), { name: 'Plain', currency: 'JPY' }), 201);
      expect(created).toEqual({
        id: UUID,
        name: 'Plain',
        currency: 'JPY',
        status: 'active',
        metadata: {},
        created_at: TIMESTAMP,
        head: { position: 0, hash: '0'.repeat(64) },
      });
      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${created.id}`)))).toEqual(created);
    });

    it('stores metadata unchanged, at any depth and in any script', async () => {
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

    it('allows two ledgers with the same name, and lists the older one first', async () => {
      const own = await newTenant(product());
      const ids = [await newLedger(own), await newLedger(own), await newLedger(own, 'EUR')];
      const listed = dataOf<{ id: string }[]>(await own.api.get(own.path('/ledgers')));
      expect(listed.map((ledger) => ledger.id)).toEqual(ids);
    });

    it('accepts a UUID in the path in either case', async () => {
      const id = await newLedger(tenant);
      expect(dataOf(await tenant.api.get(tenant.path(`/ledgers/${id.toUpperCase()}`))).id).toBe(id);
    });

    it('returns 404 for a ledger that does not exist', async () => {
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
