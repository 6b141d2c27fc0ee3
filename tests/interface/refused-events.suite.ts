import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { type CreatedCustomer, eventOf, newCustomer, onboarding, transaction } from './customers';
import type { Product } from './product';
import { newTenant, type Tenant } from './tenants';

/** Rejections of events. Each message names the field. */
export function refusedEvents(product: () => Product): void {
  let tenant: Tenant;
  let customer: CreatedCustomer;
  beforeAll(async () => {
    tenant = await newTenant(product());
    customer = await newCustomer(tenant);
  });

  const post = (event: unknown) => tenant.api.post('/events/webhook', event);
  const accountOf = (one: CreatedCustomer): string => one.account_refs[0]!;
  const paid = (changes: object = {}) => transaction(tenant, accountOf(customer), changes);

  describe('an event is rejected with', () => {
    const WRONG: [field: string, values: unknown[]][] = [
      ['transaction_id', [undefined, null, '', ' ', 5, 'x'.repeat(256), 'a\u0000', '\ud800']],
      ['account_ref', [undefined, null, '', 5, ['ACC-1'], 'x'.repeat(256), '\udc00']],
      ['amount', [undefined, null, 0, -1, '0', '-1', '', 'ten', '1,000', '1e3', '0x10', ' 5', '5 ', '1.', '.5', '٣']],
      ['amount', [1e21, 0.1 + 0.2, 1e16, '1234567890123456789', '0.123456789', true, [5], {}]],
      ['currency', [undefined, null, '', 'US', 'USDX', 'U$D', '12A', 840, ['USD']]],
      ['direction', [undefined, null, '', 'in', 'Inbound', 5, 'toString']],
      ['description', [5, {}, 'x'.repeat(2_001), '\u0000']],
      ['reference', [5, [], 'x'.repeat(256)]],
      ['occurred_at', ['', 'today', '2026-01-31', '2026-02-30T00:00:00Z', '2026-01-31T10:00:00', 1767225600, {}]],
      ['occurred_at', ['2999-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z']],
      ['method', ['barter', 'Cash', '', 5]],
      ['channel', [5, 'x'.repeat(65)]],
      ['counterparty', ['Doe', [], 5, { name: 5 }, { country: 'XX' }, { type: 'person' }, { iban: 'x' }]],
      ['counterparty', [{ name: 'x'.repeat(256) }, { date_of_birth: '2999-01-01' }, { account: '\u0000' }]],
      [
        'vessels',
        ['Sol', {}, ['Sol'], [{ ship: 'Sol' }], [{ name: 5 }], [{ flag: 'XX' }], Array(11).fill({ name: 'Sol' })],
      ],
      ['vessels', [[{ imo: '9187620' }], [{ imo: '918762' }], [{ imo: 9187629 }], [{ imo: '' }]]],
      ['aircraft', ['G-ABCD', {}, [5], [{ name: 'x' }], [{ tail_number: 'x'.repeat(65) }]]],
      ['metadata', ['x', 5, [], { a: '\u0000' }]],
      ['more', ['a\u0000b', { deep: [{ text: '\ud800' }] }]],
    ];

    it.each(WRONG)('a wrong %s in a transaction', async (field, values) => {
      for (const value of values) {
        const answer = await post(paid({ [field]: value }));
        expect({ value, status: answer.status }).toEqual({ value, status: 400 });
        expectRefusal(answer, 400, new RegExp(`payload\\.${field}\\b`));
      }
    });

    it('an amount that overflows a double', async () => {
      const body = JSON.stringify(paid({ amount: 'HERE' })).replace('"HERE"', '1e400');
      expectRefusal(await tenant.api.send('POST', '/events/webhook', body), 400, /payload\.amount/);
    });

    it.each([
      ['no tenant', { tenant_id: undefined }, /tenant_id/],
      ['a tenant that is null', { tenant_id: null }, /tenant_id/],
      ['a slug for the tenant', { tenant_id: 'acme' }, /tenant_id/],
      ['a tenant that is no text', { tenant_id: 5 }, /tenant_id/],
      ['a tenant cut short', { tenant_id: randomUUID().slice(1) }, /tenant_id/],
      ['no type', { event_type: undefined }, /event_type.*transaction.*onboarding/],
      ['a type that does not exist', { event_type: 'login' }, /event_type.*transaction.*onboarding/],
      ['a type in capitals', { event_type: 'Transaction' }, /event_type/],
      ['a type that is a property of every JavaScript object', { event_type: 'toString' }, /event_type/],
      ['no payload', { payload: undefined }, /payload/],
      ['a payload that is null', { payload: null }, /payload/],
      ['a payload that is a text', { payload: '{}' }, /payload/],
      ['a payload that is a list', { payload: [] }, /payload/],
      ['an unknown field', { event_id: randomUUID() }, /event_id/],
    ])('%s', async (_what, changes, says) => {
      expectRefusal(await post({ ...paid(), ...changes }), 400, says);
    });

    it.each([
      ['no customer', {}, /customer_id.*external_id.*email.*account_ref/],
      ['null for each reference', { customer_id: null, email: null }, /customer_id/],
      ['a customer_id that is no UUID', { customer_id: '5' }, /payload\.customer_id/],
      ['an e-mail address that is none', { email: 'jane' }, /payload\.email/],
      ['an empty account_ref', { account_ref: '' }, /payload\.account_ref/],
      ['a kyc_status that is none', { email: 'a@example.com', kyc_status: 'done' }, /payload\.kyc_status/],
      ['a profile that is no object', { email: 'a@example.com', profile: 'x' }, /payload\.profile/],
      [
        'a profile with a wrong field',
        { email: 'a@example.com', profile: { nationality: 'XX' } },
        /profile\.nationality/,
      ],
      ['another e-mail address', { email: 'a@example.com', profile: { email: 'b@example.com' } }, /profile\.email/],
      ['another customer_type', { email: 'a@example.com', profile: { customer_type: 'corporate' } }, /customer_type/],
      ['a further field that cannot be stored', { email: 'a@example.com', more: '\u0000' }, /payload\.more/],
      ['metadata that is no object', { email: 'a@example.com', metadata: [] }, /payload\.metadata/],
    ])('%s in an onboarding event', async (_what, payload, says) => {
      expectRefusal(await post(onboarding(tenant, payload)), 400, says);
    });

    it('every one of these, and nothing was stored', async () => {
      const listed = dataOf<{ event_id: string }[]>(await tenant.api.get(tenant.path('/events?limit=100')));
      const events = await Promise.all(listed.map(({ event_id }) => eventOf(tenant, event_id)));
      expect(events.filter(({ payload }) => payload.email === 'a@example.com' || payload.direction === 'in')).toEqual(
        [],
      );
    });
  });
}
