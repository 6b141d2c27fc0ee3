import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal, TIMESTAMP, UUID } from './answers';
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
/** What the interface lists for the answer to a creation. */
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
    it('answers what the interface lists, with the rating', async () => {
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

    it('keeps every field, and reads them all', async () => {
      const body = {
        ...fullCustomer(),
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

    it('takes an e-mail address alone: the rest is null, empty or as the interface says', async () => {
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

    it('takes null and blank texts as absent', async () => {
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

    it('takes a corporate customer', async () => {
      const body = { email: freshEmail(), customer_type: 'corporate', business_name: `${freshName()} Ltd` };
      const created = dataOf<CreatedCustomer>(await create(body), 201);
      expect(created).toMatchObject({ customer_type: 'corporate', full_name: null, kyc_status: 'pending' });
      expect(await read(created.id)).toMatchObject(body);
    });

    it.each(KYC_STATUSES)('takes the kyc_status %s as it is given', async (kyc_status) => {
      const created = dataOf<CreatedCustomer>(await create({ ...fullCustomer(), kyc_status }), 201);
      expect(created.kyc_status).toBe(kyc_status);
      expect((await read(created.id)).kyc_status).toBe(kyc_status);
    });

    it('begins at pending when no kyc_status is given, however much else is', async () => {
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

    it('takes country codes in either case, and answers them in upper case', async () => {
      const body = { email: freshEmail(), nationality: 'gb', address: { country: 'de' } };
      const { id } = dataOf<CreatedCustomer>(await create(body), 201);
      expect(await read(id)).toMatchObject({ nationality: 'GB', address: { country: 'DE' } });
    });

    it('takes texts in any script as they are', async () => {
      const body = { email: 'jürgen@exämple.de', full_name: 'Юрий 王小明 ‎محمد 👩‍💻', tags: ['naïve', 'ß'] };
      const { id } = dataOf<CreatedCustomer>(await create(body), 201);
      expect(await read(id)).toMatchObject(body);
    });
  });

  describe('an e-mail address', () => {
    it.each([
      ['missing', {}],
      ['null', { email: null }],
      ['empty', { email: '' }],
      ['blank', { email: ' \t' }],
    ])('that is %s is refused: email is required', async (_what, email) => {
      const { email: _given, ...rest } = fullCustomer();
      expectRefusal(await create({ ...rest, ...email }), 400, /email is required/);
      expectRefusal(await create(email), 400, /email is required/);
    });

    it('is asked for also when other fields are wrong or not known', async () => {
      expectRefusal(await create({ nationality: 'XX', favourite_colour: 'red' }), 400, /email is required/);
    });

    it.each([
      'jane',
      'jane@',
      '@example.com',
      'jane@example',
      'jane doe@example.com',
      ' jane@example.com',
      'jane@example.com\n',
      'jane@exam ple.com',
      'jane@example..com',
      'Jane <jane@example.com>',
      `${'j'.repeat(65)}@example.com`,
      `jane@${'e'.repeat(250)}.com`,
      'ja\u0000ne@example.com',
      'ja\ud800ne@example.com',
      5,
      true,
      ['jane@example.com'],
      { address: 'jane@example.com' },
    ])('like %j is refused', async (email) => {
      expectRefusal(await create({ email }), 400, /\bemail\b/);
    });

    it('is used once in a tenant, whatever the case of its letters', async () => {
      const email = `Jane.${randomUUID()}@Example.com`;
      const first = dataOf<CreatedCustomer>(await create({ email }), 201);
      expect(first.email).toBe(email);
      for (const again of [email, email.toLowerCase(), email.toUpperCase()]) {
        expectRefusal(await create({ email: again, full_name: 'Somebody Else' }), 400, /\bemail\b/);
      }
      const found = dataOf<CreatedCustomer[]>(
        await tenant.api.get(`${customersOf(tenant)}?email=${encodeURIComponent(email.toLowerCase())}`),
      );
      expect(found.map(({ id }) => id)).toEqual([first.id]);
    });

    it('makes one customer when several are created at once', async () => {
      const email = freshEmail();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => create({ email: index % 2 ? email : email.toUpperCase() })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
      for (const answer of answers) {
        if (answer.status === 400) expectRefusal(answer, 400, /\bemail\b/);
      }
      expect(dataOf(await tenant.api.get(`${customersOf(tenant)}?email=${email}`))).toHaveLength(1);
    });

    it('may be used in another tenant too', async () => {
      const email = freshEmail();
      const other = await newTenant(product());
      expect((await create({ email })).status).toBe(201);
      expect((await other.api.post(customersOf(other), { email })).status).toBe(201);
    });
  });

  describe('a customer is refused with', () => {
    const many = (count: number, item: unknown) => Array<unknown>(count).fill(item);
    const WRONG: [field: string, values: unknown[]][] = [
      ['customer_type', ['person', 'Individual', '', 5, ['individual'], 'toString']],
      ['pep_status', ['yes', 'None', '', true]],
      ['kyc_status', ['done', 'APPROVED', '', 5]],
      ['onboarding_channel', ['web', '', {}]],
      ['nationality', ['XX', 'ZZ', 'GBR', 'G', '', 'United Kingdom', 826, ['GB'], 'G\u0000']],
      ['date_of_birth', ['1980-02-30', '1981-02-29', '1980-13-01', '29/02/1980', '1980-2-9', '1980', '', 315532800]],
      ['date_of_birth', ['1980-02-29T00:00:00Z', '0000-01-01', '1700-01-01', '2999-01-01', '+01980-02-29']],
      ['full_name', [5, true, {}, ['Jane'], 'x'.repeat(256), 'a\u0000b', 'a\ud800']],
      ['external_id', [5, 'x'.repeat(256), '\udc00']],
      ['phone', [442079460000, 'x'.repeat(65)]],
      ['account_refs', ['ACC-1', [5], [null], [''], [' '], ['x'.repeat(256)], many(101, 'A'), {}, ['\u0000']]],
      ['tags', ['vip', [{}], [''], ['x'.repeat(65)], many(101, 't')]],
      ['address', ['1 High Street', [], 5, { country: 'XX' }, { line1: 5 }, { zip: 'SW1A' }, { city: '\u0000' }]],
      ['beneficial_owners', ['Jane', {}, ['Jane'], [{}], [{ name: '' }], [{ name: 'A', share: 5 }]]],
      [
        'beneficial_owners',
        [-1, 100.1, '101', 'half', '1e1', true].map((ownership_share) => [{ name: 'A', ownership_share }]),
      ],
      ['related_parties', [[{ name: 'A', date_of_birth: '2999-01-01' }], [{ name: 'A', nationality: 'XX' }]]],
      ['related_parties', [many(101, { name: 'A' })]],
      ['identity_documents', [[{}], [{ type: 'passport', expires_on: '2031-02-30' }], many(21, { type: 'passport' })]],
      ['metadata', ['text', 5, [], { a: '\u0000' }, { '\ud800': 1 }]],
    ];

    it.each(WRONG)('a wrong %s', async (field, values) => {
      for (const value of values) {
        const answer = await create({ email: freshEmail(), [field]: value });
        expect({ value, status: answer.status }).toEqual({ value, status: 400 });
        expectRefusal(answer, 400, new RegExp(`(^|; )${field}\\b`));
      }
    });

    it('the allowed words, where only some are', async () => {
      const answer = await create({ email: freshEmail(), kyc_status: 'done' });
      expectRefusal(answer, 400, new RegExp(KYC_STATUSES.join('.*')));
    });

    it.each(['id', 'tenant_id', 'risk_rating', 'created_at', 'updated_at', 'Email', 'favourite_colour'])(
      'the field %s, which is not for the body',
      async (field) => {
        expectRefusal(await create({ email: freshEmail(), [field]: 'x' }), 400, new RegExp(`\\b${field}\\b`));
      },
    );

    it('and is not there afterwards', async () => {
      const email = freshEmail();
      expectRefusal(await create({ email, nationality: 'XX' }), 400);
      expect(dataOf(await tenant.api.get(`${customersOf(tenant)}?email=${email}`))).toEqual([]);
      expect((await create({ email })).status).toBe(201);
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

    it('answers summaries, oldest first', async () => {
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

    it('finds by external_id, kyc_status, risk_rating and customer_type, together if asked', async () => {
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
    ])('refuses the filter %.40s', async (query) => {
      expectRefusal(await list(`?${query}`), 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
    });
  });

  it('that nobody made is not found', async () => {
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
