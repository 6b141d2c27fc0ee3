import { Refusal } from '@probity/platform/errors';
import { readEvent } from './read-event';

const TENANT = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070';
const NOW = new Date('2026-11-20T09:30:00.000Z');
const TRANSACTION = {
  transaction_id: 'TX-1',
  account_ref: 'ACC-1',
  amount: 1250.5,
  currency: 'usd',
  direction: 'inbound',
};

const event = (event_type: string, payload: unknown, tenant_id = TENANT) => ({ tenant_id, event_type, payload });
const read = (body: unknown) => readEvent(body, TENANT, NOW);
const transaction = (changes: object) => read(event('transaction', { ...TRANSACTION, ...changes })).payload;

function refusal(body: unknown): Refusal {
  try {
    read(body);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the event was not rejected');
}

describe('reading an event', () => {
  it('puts a transaction into canonical form', () => {
    expect(read(event('transaction', TRANSACTION))).toEqual({
      event_type: 'transaction',
      payload: { ...TRANSACTION, amount: '1250.5', currency: 'USD', occurred_at: '2026-11-20T09:30:00.000Z' },
    });
  });

  it.each([
    [0.1, '0.1'],
    ['0.10', '0.1'],
    [1e-7, '0.0000001'],
    ['123456789012345678.12345678', '123456789012345678.12345678'],
    [999999999999.25, '999999999999.25'],
  ])('keeps the amount %p exactly', (amount, canonical) => {
    expect(transaction({ amount }).amount).toBe(canonical);
  });

  it('keeps the time in UTC, and codes in upper case', () => {
    const counterparty = { name: 'Doe', country: 'gb', type: 'corporate', date_of_birth: null };
    expect(transaction({ occurred_at: '2026-11-20T10:30:00+02:00', counterparty })).toMatchObject({
      occurred_at: '2026-11-20T08:30:00.000Z',
      counterparty: { name: 'Doe', country: 'GB', type: 'corporate' },
    });
  });

  it('omits fields that are null, blank or empty', () => {
    const payload = transaction({ description: ' ', reference: null, method: null, counterparty: {}, metadata: null });
    expect(Object.keys(payload)).toEqual([...Object.keys(TRANSACTION), 'occurred_at']);
  });

  it('puts vessels and aircraft into canonical form, and leaves out empty ones', () => {
    const vessels = [{ name: 'Sol', imo: 'imo 9187629', flag: 'pa', call_sign: null }, { name: ' ' }];
    expect(transaction({ vessels, aircraft: [{ tail_number: 'G-ABCD' }] })).toMatchObject({
      vessels: [{ name: 'Sol', imo: '9187629', flag: 'PA' }],
      aircraft: [{ tail_number: 'G-ABCD' }],
    });
    expect(Object.keys(transaction({ vessels: [{}], aircraft: [] }))).toEqual([
      ...Object.keys(TRANSACTION),
      'occurred_at',
    ]);
  });

  it('puts the changes of a customer into canonical form', () => {
    const profile = { nationality: 'de', account_refs: ['A', 'A'], phone: null };
    expect(read(event('onboarding', { customer_id: TENANT.toUpperCase(), kyc_status: 'approved', profile }))).toEqual({
      event_type: 'onboarding',
      payload: {
        customer_id: TENANT,
        kyc_status: 'approved',
        profile: { nationality: 'DE', account_refs: ['A'] },
      },
    });
  });

  it('reports 403 for another tenant before any problem of the event', () => {
    const other = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6099';
    for (const body of [event('transaction', TRANSACTION, other), event('none', 5, other), { tenant_id: other }]) {
      expect(refusal(body)).toMatchObject({ kind: 'forbidden', code: 'wrong_tenant' });
    }
  });

  it.each([
    ['no object', null, /body must be a JSON object/],
    ['no tenant', { event_type: 'transaction', payload: TRANSACTION }, /^tenant_id must be a UUID/],
    ['a tenant id that is not a UUID', event('transaction', TRANSACTION, 'acme'), /^tenant_id must be a UUID/],
    ['no type', { tenant_id: TENANT, payload: TRANSACTION }, /^event_type .*transaction, onboarding/],
    ['a type that every object has', event('toString', TRANSACTION), /^event_type /],
    ['no payload', { tenant_id: TENANT, event_type: 'transaction' }, /^payload must be an object/],
    ['a payload that is a list', event('transaction', [TRANSACTION]), /^payload must be an object/],
    ['a field beside the payload', { ...event('transaction', TRANSACTION), id: 1 }, /^id is not a known field/],
    ['a text that cannot be stored', event('transaction', { ...TRANSACTION, more: 'a\u0000b' }), /^payload\.more /],
    [
      'an unknown field of the counterparty',
      event('transaction', { ...TRANSACTION, counterparty: { iban: 'x' } }),
      /^payload\.counterparty\.iban is not/,
    ],
    [
      'an onboarding event without a customer',
      event('onboarding', { stage: 'done' }),
      /customer_id, external_id, email, account_ref/,
    ],
    [
      'a change of the e-mail address',
      event('onboarding', { email: 'a@example.com', profile: { email: 'b@example.com' } }),
      /^payload\.profile\.email is not/,
    ],
  ])('rejects %s', (_what, body, says) => {
    expect(refusal(body)).toMatchObject({ kind: 'invalid', message: expect.stringMatching(says) });
  });

  it('keeps unknown fields of the payload unchanged', () => {
    const more = { terminal: { id: 7 }, ['__proto__x']: 'kept' };
    const { payload } = readEvent(event('transaction', { ...TRANSACTION, ...more }), TENANT, new Date());
    expect(payload).toMatchObject({ ...more, transaction_id: TRANSACTION.transaction_id });
  });

  it.each([
    [{ amount: 0 }, /greater than zero/],
    [{ amount: -5 }, /greater than zero/],
    [{ amount: '0.000' }, /greater than zero/],
    [{ amount: null }, /amount must be/],
    [{ amount: '1,000' }, /amount must be/],
    [{ amount: 0.1 + 0.2 }, /decimal string/],
    [{ amount: 1e21 }, /decimal string/],
    [{ currency: 'US' }, /currency must be three letters/],
    [{ currency: 'USDX' }, /currency must be three letters/],
    [{ direction: 'in' }, /direction must be one of/],
    [{ method: 'barter' }, /method must be one of/],
    [{ vessels: [{ imo: '9187620' }] }, /^payload\.vessels\[0\]\.imo must be an IMO number: seven digits/],
    [{ occurred_at: '2026-11-20' }, /occurred_at must be an ISO 8601 time/],
    [{ occurred_at: '2026-02-30T00:00:00Z' }, /occurred_at must be an ISO 8601 time/],
    [{ occurred_at: '2999-01-01T00:00:00Z' }, /not be more than 24 hours in the future/],
  ])('rejects a transaction with %p', (changes, says) => {
    expect(refusal(event('transaction', { ...TRANSACTION, ...changes }))).toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(says),
    });
  });
});
