import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { type CreatedCustomer, customersOf, freshEmail, fullCustomer } from './customers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

const KYC_STATUSES = ['pending', 'in_review', 'approved', 'rejected', 'expired'];

/** Rejections of customers: each names the field. An e-mail address must be unique in the tenant. */
export function refusedCustomers(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const create = (body: unknown) => tenant.api.post(customersOf(tenant), body);

  describe('an e-mail address', () => {
    it.each([
      ['missing', {}],
      ['null', { email: null }],
      ['empty', { email: '' }],
      ['blank', { email: ' \t' }],
    ])('that is %s is rejected: email is required', async (_what, email) => {
      const { email: _given, ...rest } = fullCustomer();
      expectRefusal(await create({ ...rest, ...email }), 400, /email is required/);
      expectRefusal(await create(email), 400, /email is required/);
    });

    it('is reported as missing even if other fields are wrong or unknown', async () => {
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
    ])('like %j is rejected', async (email) => {
      expectRefusal(await create({ email }), 400, /\bemail\b/);
    });

    it('is unique in a tenant, regardless of case', async () => {
      const email = `Jane.${randomUUID()}@Example.com`;
      const first = dataOf<CreatedCustomer>(await create({ email }), 201);
      expect(first.email).toBe(email);
      for (const again of [email, email.toLowerCase(), email.toUpperCase()]) {
        expectRefusal(await create({ email: again, full_name: 'Another Person' }), 400, /\bemail\b/);
      }
      const found = dataOf<CreatedCustomer[]>(
        await tenant.api.get(`${customersOf(tenant)}?email=${encodeURIComponent(email.toLowerCase())}`),
      );
      expect(found.map(({ id }) => id)).toEqual([first.id]);
    });

    it('makes only one customer of several concurrent requests', async () => {
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

  describe('a customer is rejected with', () => {
    const many = (count: number, item: unknown) => Array<unknown>(count).fill(item);
    const WRONG: [field: string, values: unknown[]][] = [
      ['customer_type', ['person', 'Individual', '', 5, ['individual'], 'toString']],
      ['pep_status', ['yes', 'None', '', true]],
      ['kyc_status', ['done', 'APPROVED', '', 5]],
      ['onboarding_channel', ['web', '', {}]],
      ['nationality', ['XX', 'ZZ', 'GBR', 'G', '', 'United Kingdom', 826, ['GB'], 'G\u0000']],
      ['customer_since', ['2019-02-30', '2019', '1849-12-31', '2999-01-01', 20190514, '2019-05-14T00:00:00Z']],
      ['date_of_birth', ['1980-02-30', '1981-02-29', '1980-13-01', '29/02/1980', '1980-2-9', '1980', '', 315532800]],
      ['date_of_birth', ['1980-02-29T00:00:00Z', '0000-01-01', '1700-01-01', '2999-01-01', '+01980-02-29']],
      ['full_name', [5, true, {}, ['Jane'], 'x'.repeat(256), 'a\u0000b', 'a\ud800']],
      ['last_name', [5, ['Doe'], 'x'.repeat(256)]],
      ['aliases', ['Roe', [5], [''], ['x'.repeat(256)], many(21, 'A')]],
      ['gender', ['Female', 'f', '', 1]],
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

    it('a message that lists the allowed words, if the field has such a list', async () => {
      const answer = await create({ email: freshEmail(), kyc_status: 'done' });
      expectRefusal(answer, 400, new RegExp(KYC_STATUSES.join('.*')));
    });

    it.each(['id', 'tenant_id', 'risk_rating', 'created_at', 'updated_at', 'Email', 'favourite_colour'])(
      'the field %s, which is not for the body',
      async (field) => {
        expectRefusal(await create({ email: freshEmail(), [field]: 'x' }), 400, new RegExp(`\\b${field}\\b`));
      },
    );

    it('and does not exist afterwards', async () => {
      const email = freshEmail();
      expectRefusal(await create({ email, nationality: 'XX' }), 400);
      expect(dataOf(await tenant.api.get(`${customersOf(tenant)}?email=${email}`))).toEqual([]);
      expect((await create({ email })).status).toBe(201);
    });
  });
}
