import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { makeExist } from '../testing/existing';
import { at, office, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const TERMS = 'INSERT INTO customer_risk.search_terms (tenant_id, term, customer_id) SELECT $1, unnest($2::text[]), $3';
async function customer(terms: string[], tenant = tenantId): Promise<string> {
  const id = randomUUID();
  await makeExist(test.owner, tenant, id);
  await test.owner.query(TERMS, [tenant, terms, id]);
  return id;
}
const ids = async (q: string, more = '') =>
  data(await office.get(at(`/customers/search?q=${encodeURIComponent(q)}${more}`))).map(
    (found: { id: string }) => found.id,
  );

describe('the search for customers', () => {
  it('finds those of the tenant, with the work that waits', async () => {
    const id = await customer(['ana', 'example']);
    await customer(['ana'], randomUUID());
    expect(data(await office.get(at('/customers/search?q=EX%20an')))).toEqual([
      {
        id,
        email: 'a@example.org',
        external_id: null,
        full_name: 'Ana Example',
        business_name: null,
        customer_type: 'individual',
        kyc_status: 'in_review',
        risk_rating: 'low',
        created_at: expect.any(String),
        active_alerts: 1,
        open_cases: 1,
      },
    ]);
    expect(await ids(id)).toEqual([id]);
    expect(await ids('unheard')).toEqual([]);
  });

  it('has pages', async () => {
    const all = [await customer(['ana1']), await customer(['ana2']), await customer(['ana3'])];
    expect(await ids('ana', '&limit=2')).toEqual(all.slice(0, 2));
    expect(await ids('ana', '&limit=2&offset=2')).toEqual(all.slice(2));
  });

  it.each([
    ['without a text', '', /^q must/],
    ['with a blank text', 'q=%20', /^q must not be blank/],
    ['with a long text', `q=${'x'.repeat(201)}`, /^q must have at most 200 characters/],
    ['with a page that is too large', 'q=a&limit=101', /^limit must be/],
  ])('is rejected %s', async (_what, query, message) => {
    refused(await office.get(at(`/customers/search?${query}`)), 400, message);
  });

  it.each(['%', "'; DROP TABLE", '_', '\\', '\u0000x', '🙂', '\u202E', '*', 'a'.repeat(200)])(
    'takes %j as text',
    async (text) => {
      const { status } = await office.get(at(`/customers/search?q=${encodeURIComponent(text)}`));
      expect([200, 400]).toContain(status);
    },
  );
});
