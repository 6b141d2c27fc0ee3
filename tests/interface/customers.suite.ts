import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import {
  type CreatedCustomer,
  customersOf,
  freshEmail,
  freshName,
  fullCustomer,
  newCustomer,
  riskHistory,
} from './customers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const KYC_STATUSES = ['pending', 'in_review', 'approved', 'rejected', 'expired'];
const RATING = expect.stringMatching(/^(low|medium|high|critical)$/);
/** The fields of the response to a creation, as the interface document lists them. */
const CREATED = [
  'id',
  'tenant_id',
  'email',
  'customer_type',
  'full_name',
  'kyc_status',
  'kyc_provider',
  'kyc_provider_ref',
  'risk_rating',
  'account_refs',
  'created_at',
];

/** Customers: creating, reading, listing. */
export function customers(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const create = (body: unknown) => tenant.api.post(customersOf(tenant), body);
  const read = async (id: string) => dataOf(await tenant.api.get(`${customersOf(tenant)}/${id}`));

  describe('creating a customer', () => {
    it('returns the fields that the interface lists, with the rating', async () => {
      const body = fullCustomer();
      const created = dataOf(await create(body), 201);
      expect(created).toEqual({
        id: UUID,
        tenant_id: tenant.id,
        email: body.email,
        customer_type: 'individual',
        full_name: body.full_name,
        kyc_status: 'in_review',
        kyc_provider: 'sumsub',
        kyc_provider_ref: body.kyc_provider_ref,
        risk_rating: RATING,
        account_refs: body.account_refs,
        created_at: TIMESTAMP,
      });
      expect(Object.keys(created).sort()).toEqual([...CREATED].sort());
    });

    it('stores every field, and returns all of them', async () => {
      const body = {
        ...fullCustomer(),
        first_name: 'Jane',
        middle_name: 'Maria',
        last_name: 'Doe',
        aliases: [freshName()],
        gender: 'female',
        business_name: 'Doe Trading Ltd',
        business_type: 'limited company',
        industry_type: 'wholesale',
        registration_no: '01234567',
        tax_id: 'GB999999973',
        income_range: '50000-100000',
        source_of_wealth: 'inheritance',
        beneficial_owners: [
          {
            name: freshName(),
            role: 'shareholder',
            ownership_share: 25.5,
            date_of_birth: '1970-12-31',
            nationality: 'FR',
          },
        ],
        related_parties: [{ name: freshName(), role: 'spouse' }],
        identity_documents: [
          { type: 'passport', number: '123456789', issuing_country: 'GB', expires_on: '2031-05-31' },
        ],
        metadata: { segment: 'retail', nested: [{ deep: true }, null, 1.5] },
      };
      const { id, created_at } = dataOf<CreatedCustomer & { created_at: string }>(await create(body), 201);
      expect(await read(id)).toEqual({
        ...body,
        id,
        tenant_id: tenant.id,
        beneficial_owners: [{ ...body.beneficial_owners[0], ownership_share: '25.5' }],
        risk_rating: RATING,
        created_at,
        updated_at: TIMESTAMP,
      });
    });

    it('requires only an e-mail address: other fields are null, empty or have their defaults', async () => {
      const email = freshEmail();
      const { id } = dataOf<CreatedCustomer>(await create({ email }), 201);
      const customer = await read(id);
      expect(customer).toMatchObject({
        email,
        customer_type: 'individual',
        pep_status: 'none',
        kyc_status: 'pending',
        risk_rating: RATING,
        full_name: null,
        aliases: null,
        gender: null,
        nationality: null,
        date_of_birth: null,
        address: null,
        onboarding_channel: null,
        account_refs: [],
        tags: [],
        beneficial_owners: [],
        related_parties: [],
        identity_documents: [],
      });
      expect(Object.values(customer)).not.toContain(undefined);
    });

    it('treats null and blank texts as absent', async () => {
      const body = { email: freshEmail(), full_name: null, phone: '', customer_type: null, kyc_status: null };
      const { id } = dataOf<CreatedCustomer>(await create({ ...body, account_refs: null, address: null }), 201);
      expect(await read(id)).toMatchObject({
        full_name: null,
        phone: null,
        customer_type: 'individual',
        kyc_status: 'pending',
        account_refs: [],
        address: null,
      });
    });

    it('accepts a corporate customer', async () => {
      const body = { email: freshEmail(), customer_type: 'corporate', business_name: `${freshName()} Ltd` };
      const created = dataOf<CreatedCustomer>(await create(body), 201);
      expect(created).toMatchObject({ customer_type: 'corporate', full_name: null, kyc_status: 'pending' });
      expect(await read(created.id)).toMatchObject(body);
    });

    it.each(KYC_STATUSES)('stores the given kyc_status %s', async (kyc_status) => {
      const created = dataOf<CreatedCustomer>(await create({ ...fullCustomer(), kyc_status }), 201);
      expect(created.kyc_status).toBe(kyc_status);
      expect((await read(created.id)).kyc_status).toBe(kyc_status);
    });

    it('sets pending if no kyc_status is given, however complete the data is', async () => {
      const { kyc_status: _given, ...body } = fullCustomer();
      const created = dataOf<CreatedCustomer>(await create(body), 201);
      expect(created.kyc_status).toBe('pending');
      expect((await read(created.id)).kyc_status).toBe('pending');
    });

    it('assigns a rating, which is the first item of the risk history', async () => {
      const created = dataOf<CreatedCustomer>(await create(fullCustomer()), 201);
      expect((await read(created.id)).risk_rating).toBe(created.risk_rating);
      expect(await riskHistory(tenant, created)).toEqual([
        {
          rating_from: null,
          rating_to: created.risk_rating,
          reason: expect.stringMatching(/./),
          trigger_type: 'onboarding',
          score: expect.any(Number),
          actor_type: 'system',
          created_at: TIMESTAMP,
        },
      ]);
    });

    it('rates a customer from a country under a call for action as critical', async () => {
      const created = dataOf<CreatedCustomer>(await create({ ...fullCustomer(), nationality: 'KP' }), 201);
      expect(created.risk_rating).toBe('critical');
      const plain = dataOf<CreatedCustomer>(await create(fullCustomer()), 201);
      expect(['low', 'medium']).toContain(plain.risk_rating);
    });

    it('accepts country codes in either case, and returns them in upper case', async () => {
      const body = { email: freshEmail(), nationality: 'gb', address: { country: 'de' } };
      const { id } = dataOf<CreatedCustomer>(await create(body), 201);
      expect(await read(id)).toMatchObject({ nationality: 'GB', address: { country: 'DE' } });
    });

    it('stores texts in any script unchanged', async () => {
      const body = { email: 'jürgen@exämple.de', full_name: 'Юрий 王小明 ‎محمد 👩‍💻', tags: ['naïve', 'ß'] };
      const { id } = dataOf<CreatedCustomer>(await create(body), 201);
      expect(await read(id)).toMatchObject(body);
    });
  });

  describe('listing customers', () => {
    let own: Tenant;
    let ids: string[];
    beforeAll(async () => {
      own = await newTenant(product());
      ids = [];
      ids.push((await newCustomer(own, { external_id: 'first', kyc_status: 'approved' })).id);
      ids.push((await newCustomer(own, { customer_type: 'corporate', business_name: `${freshName()} Ltd` })).id);
      ids.push((await newCustomer(own, { nationality: 'KP', kyc_status: 'approved' })).id);
    });

    const list = (query: string) => own.api.get(`${customersOf(own)}${query}`);
    const idsOf = async (query: string) => dataOf<{ id: string }[]>(await list(query)).map((customer) => customer.id);

    it('returns summaries, oldest first', async () => {
      const listed = dataOf<Record<string, unknown>[]>(await list(''));
      expect(listed.map(({ id }) => id)).toEqual(ids);
      expect(listed[0]).toEqual({
        id: ids[0],
        email: expect.stringMatching(/@/),
        external_id: 'first',
        full_name: expect.stringMatching(/./),
        business_name: null,
        customer_type: 'individual',
        kyc_status: 'approved',
        risk_rating: RATING,
        created_at: TIMESTAMP,
      });
    });

    it('filters by external_id, kyc_status, risk_rating and customer_type, alone or together', async () => {
      expect(await idsOf('?external_id=first')).toEqual([ids[0]]);
      expect(await idsOf('?external_id=First')).toEqual([]);
      expect(await idsOf('?kyc_status=approved')).toEqual([ids[0], ids[2]]);
      expect(await idsOf('?customer_type=corporate')).toEqual([ids[1]]);
      expect(await idsOf('?kyc_status=approved&customer_type=corporate')).toEqual([]);
      expect(await idsOf('?kyc_status=approved&offset=1')).toEqual([ids[2]]);
      const { risk_rating } = dataOf(await own.api.get(`${customersOf(own)}/${ids[2]}`));
      expect(await idsOf(`?risk_rating=${risk_rating}`)).toContain(ids[2]);
    });

    it.each([
      'kyc_status=done',
      'kyc_status=',
      'risk_rating=none',
      'customer_type=person',
      'email=jane',
      'email=',
      'external_id=',
      `external_id=${'x'.repeat(256)}`,
      'external_id=%00',
      'kyc_status=pending&kyc_status=approved',
    ])('rejects the filter %.40s', async (query) => {
      expectRefusal(await list(`?${query}`), 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
    });
  });

  it('returns 404 if it does not exist', async () => {
    const missing = randomUUID();
    for (const below of ['', '/risk-view', '/risk-history']) {
      const answer = await tenant.api.get(`${customersOf(tenant)}/${missing}${below}`);
      expectRefusal(answer, 404, new RegExp(missing));
    }
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('cannot be changed or removed: %s has no route', async (method) => {
    const { id } = await newCustomer(tenant);
    expectRefusal(await tenant.api.send(method, `${customersOf(tenant)}/${id}`, '{"full_name":"Other"}'), 404);
  });
}
