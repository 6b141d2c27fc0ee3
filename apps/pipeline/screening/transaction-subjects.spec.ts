import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { mayNeedLists, type ScreenedTransaction, subjectsOfTransaction } from './transaction-subjects';

const PROFILE = { full_name: 'Ivan Petrov', aliases: ['Vanya P.'], business_name: 'Acme (Trading)' } as CustomerProfile;
const BASE58 = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const subjectsOf = (transaction: ScreenedTransaction) => subjectsOfTransaction(transaction, PROFILE);

describe('the counterparty of a transaction', () => {
  it('is compared by name, country, date of birth and account', () => {
    const counterparty = { name: 'Olga', country: 'BY', date_of_birth: '1970-01-02', account: 'bc1q000' };
    expect(subjectsOf({ counterparty })).toEqual([
      {
        role: 'counterparty',
        schema: 'Person',
        names: ['Olga'],
        birth_date: '1970-01-02',
        countries: ['BY'],
        identifiers: [{ type: 'account', value: 'bc1q000' }],
      },
    ]);
  });

  it.each([
    ['individual', 'Person'],
    ['corporate', 'Company'],
    [undefined, 'Unknown'],
  ] as const)('of type %s is compared as %s', (type, schema) => {
    expect(subjectsOf({ counterparty: { name: 'X', ...(type && { type }) } })).toMatchObject([{ schema }]);
  });

  it('without a name is compared if its account is an address of crypto-assets', () => {
    expect(subjectsOf({ counterparty: { account: BASE58 } })).toEqual([
      { role: 'counterparty', schema: 'Wallet', names: [BASE58], identifiers: [{ type: 'account', value: BASE58 }] },
    ]);
    expect(subjectsOf({ counterparty: { account: 'GB29NWBK60161331926819' } })).toEqual([]);
    expect(subjectsOf({ counterparty: { country: 'RU' } })).toEqual([]);
  });
});

describe('vessels and aircraft of a transaction', () => {
  it('are compared by their names, numbers and flags', () => {
    const vessels = [
      { name: 'Sol', imo: '9187629', mmsi: '572469210', call_sign: '3FKH9', flag: 'PA' },
      { name: 'Mir' },
    ];
    const aircraft = [{ tail_number: 'G-ABCD', serial_number: '41023' }];
    expect(subjectsOf({ vessels, aircraft })).toEqual([
      {
        role: 'counterparty',
        part: 'vessel',
        schema: 'Vessel',
        names: ['Sol'],
        countries: ['PA'],
        identifiers: [
          { type: 'imo number', value: '9187629' },
          { type: 'mmsi', value: '572469210' },
          { type: 'call sign', value: '3FKH9' },
        ],
      },
      { role: 'counterparty', part: 'vessel', schema: 'Vessel', names: ['Mir'] },
      {
        role: 'counterparty',
        part: 'aircraft',
        schema: 'Aircraft',
        names: ['G-ABCD'],
        identifiers: [
          { type: 'aircraft tail number', value: 'G-ABCD' },
          { type: 'aircraft serial number', value: '41023' },
        ],
      },
    ]);
  });

  it('without a name are called by their number', () => {
    expect(subjectsOf({ vessels: [{ imo: '9187629' }] })).toMatchObject([{ names: ['9187629'] }]);
    expect(subjectsOf({ vessels: [{ flag: 'PA' }] })).toEqual([]);
  });

  it.each([['Sol'], [{ name: 'Sol' }], [['Sol', null, 7, [], { name: 7 }]], [null]])(
    'are none in an event of an earlier version with %j',
    (vessels) => {
      expect(subjectsOf({ vessels, aircraft: vessels })).toEqual([]);
    },
  );
});

describe('the texts of a transaction', () => {
  it('are compared each, up to 2,000 characters, without the names of the customer itself', () => {
    const except = ['Ivan Petrov', 'Acme (Trading)', 'Vanya P.'];
    const named = { role: 'counterparty', schema: 'Text', except };
    expect(subjectsOf({ description: 'loan of Viktor Orlan', reference: 'rent of Olga Smirnova' })).toEqual([
      { ...named, part: 'description', names: ['loan of Viktor Orlan'] },
      { ...named, part: 'reference', names: ['rent of Olga Smirnova'] },
    ]);
    const [subject] = subjectsOf({ description: 'word '.repeat(500) });
    expect(subject!.names[0]).toHaveLength(2_000);
  });

  it('are left out if they are too short for a name', () => {
    expect(subjectsOf({ description: 'Rent 04/26', reference: 'INV-2026-00017 ' })).toEqual([]);
  });
});

it('a transaction that names nothing needs no lists', () => {
  expect(mayNeedLists({ transaction_id: 'T-1', amount: '1' })).toBe(false);
  for (const part of ['counterparty', 'vessels', 'aircraft', 'description', 'reference']) {
    expect(mayNeedLists({ [part]: '' })).toBe(true);
  }
});
