import { customerSubject, referenceOf, referenceSubject, subjectsOfCustomer } from './event-reference';

const TENANT = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071';

describe('the customer of an event', () => {
  it('is named by the account_ref of a transaction', () => {
    const payload = { account_ref: 'acc', email: 'ada@example.com' };
    expect(referenceOf(TENANT, 'transaction', payload)).toEqual({
      tenant_id: TENANT,
      kind: 'account_ref',
      value: 'acc',
    });
  });

  it('is named by the most certain field of an onboarding event', () => {
    const payload = { account_ref: 'acc', email: ' Ada@Example.com ', external_id: undefined };
    expect(referenceOf(TENANT, 'onboarding', payload)).toMatchObject({ kind: 'email', value: 'ada@example.com' });
  });

  it('cannot be determined when no field names it', () => {
    expect(() => referenceOf(TENANT, 'transaction', {})).toThrow('has none of account_ref');
  });

  it('has subjects for waiting events, which differ between tenants', () => {
    const customer = { id: 'c1', email: 'ADA@example.com', external_id: 'x', account_refs: ['a', 'b'] };
    const subjects = subjectsOfCustomer(TENANT, customer);
    for (const [type, payload] of [
      ['transaction', { account_ref: 'b' }],
      ['onboarding', { email: 'ada@example.com' }],
      ['onboarding', { external_id: 'x' }],
      ['onboarding', { customer_id: 'c1' }],
    ] as const) {
      expect(subjects).toContain(referenceSubject(referenceOf(TENANT, type, payload)));
    }
    expect(subjectsOfCustomer('another', customer).filter((one) => subjects.includes(one))).toEqual([]);
    expect(subjects).not.toContain(customerSubject('c1'));
  });
});
