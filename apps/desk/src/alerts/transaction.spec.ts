import { amountText, type Payload, sentenceOf, thingsText } from './transaction';

const payload: Payload = {
  transaction_id: 'T-1',
  account_ref: 'A-1',
  amount: '8583.8',
  currency: 'USD',
  direction: 'inbound',
  occurred_at: '2026-11-20T09:30:00.000Z',
};

it('says what happened in one sentence', () => {
  expect(sentenceOf(payload)).toBe('The customer received 8,583.80 USD.');
  expect(sentenceOf({ ...payload, method: 'cash' })).toBe('The customer received 8,583.80 USD in cash.');
  const counterparty = { name: 'Doe Trading', country: 'RU' };
  expect(sentenceOf({ ...payload, direction: 'outbound', method: 'wire', counterparty })).toBe(
    'The customer paid 8,583.80 USD by wire to Doe Trading in Russia.',
  );
});

it('shows amounts exactly, also very large ones', () => {
  expect(amountText('123456789012345678.12345678', 'USD')).toBe('123,456,789,012,345,678.12345678 USD');
  expect(amountText('5', 'JPY')).toBe('5.00 JPY');
});

it('shows vessels and aircraft in one line, and nothing of another form', () => {
  const vessels = [{ name: 'Ocean Pearl', imo: '9187629', flag: 'PA' }, { call_sign: '3FKH9' }];
  expect(thingsText(vessels)).toBe('Ocean Pearl, IMO 9187629, Panama; call sign 3FKH9');
  expect(thingsText([{ tail_number: 'G-ABCD', serial_number: '41023' }])).toBe('G-ABCD, serial number 41023');
  for (const other of [undefined, 'Sol', [null, 5], {}]) expect(thingsText(other)).toBe('');
});

it('keeps a country that it does not know', () => {
  expect(sentenceOf({ ...payload, counterparty: { country: 'X9' } })).toMatch(/from a counterparty in X9\.$/);
});
