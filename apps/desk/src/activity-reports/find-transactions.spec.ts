import { isFound } from './find-transactions';

const TRANSACTION = {
  occurred_at: '2026-11-03T09:30:00.000Z',
  amount: '8583.80',
  currency: 'USD',
  direction: 'outbound',
  counterparty_name: 'Harbour Trading Ltd',
} as const;

it.each(['', '  ', 'harbour', 'LTD trading', '2026-11-03', '2026-11', 'outbound harb', '8583.80', '8,583.80', 'usd'])(
  'finds it by "%s"',
  (text) => expect(isFound(TRANSACTION, text)).toBe(true),
);

it.each(['harbor', 'inbound', '2026-12', 'harbour inbound', '8583.81'])('does not find it by "%s"', (text) =>
  expect(isFound(TRANSACTION, text)).toBe(false),
);
