import fc from 'fast-check';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { checkIdentity } from './kyc-checks';
import { scoringInput } from './testing/arbitrary-input';
import { anna, AS_OF, bareCorporate, bareIndividual, softwareHouse } from './testing/customers';

const check = (profile: CustomerProfile, as_of = AS_OF) => checkIdentity(profile, as_of);
const notPassed = (profile: CustomerProfile, as_of = AS_OF) =>
  check(profile, as_of)
    .checks.filter((one) => one.result !== 'pass')
    .map((one) => `${one.check} ${one.result} ${one.field}`);
const [passport] = anna.identity_documents;

describe('the identity data of a person', () => {
  it('is complete and consistent if all fields are given', () => {
    expect(check(anna)).toMatchObject({
      complete: true,
      consistent: true,
      expired_documents: [],
      age: 38,
      underage: false,
    });
    expect(notPassed(anna)).toEqual([]);
  });

  it('is incomplete with only an e-mail', () => {
    expect(check(bareIndividual)).toMatchObject({ complete: false, consistent: true, age: null, underage: false });
    expect(notPassed(bareIndividual)).toEqual([
      'name missing full_name',
      'date_of_birth missing date_of_birth',
      'nationality missing nationality',
      'address_country missing address.country',
      'identifier missing identity_documents',
    ]);
  });

  it('accepts a tax id in place of a document, and ignores blank fields', () => {
    expect(notPassed({ ...anna, identity_documents: [], tax_id: '12/345/678' })).toEqual([]);
    expect(notPassed({ ...anna, full_name: '  ' })).toEqual(['name missing full_name']);
    expect(notPassed({ ...anna, identity_documents: [{ type: 'passport' }] })).toEqual([
      'identifier missing identity_documents',
    ]);
  });

  it.each([
    ['a name of digits', { full_name: '0049 171' }, ['name_plausible fail full_name']],
    ['a placeholder', { full_name: 'TEST' }, ['name_plausible fail full_name']],
    ['a birth in the future', { date_of_birth: '2027-01-01' }, ['date_of_birth_plausible fail date_of_birth']],
    ['a birth long ago', { date_of_birth: '1890-01-01' }, ['date_of_birth_plausible fail date_of_birth']],
    ['a day that is none', { date_of_birth: '1990-02-30' }, ['date_of_birth_plausible fail date_of_birth']],
    ['a company register', { registration_no: 'HRB 1' }, ['customer_type_fields fail customer_type']],
    ['owners', { beneficial_owners: [{ name: 'A B' }] }, ['customer_type_fields fail customer_type']],
    ['a passport of another country', { nationality: 'FR' }, ['document_nationality fail identity_documents']],
    [
      'a document that expired before the birth',
      { identity_documents: [passport!, { type: 'id card', number: '1', expires_on: '1980-01-01' }] },
      ['document_dates fail identity_documents[1].expires_on'],
    ],
    [
      'a relative born tomorrow',
      {
        related_parties: [
          { name: 'A', date_of_birth: '1990-01-01' },
          { name: 'B', date_of_birth: '2026-11-21' },
        ],
      },
      ['party_dates fail related_parties[1].date_of_birth'],
    ],
  ] satisfies [string, Partial<CustomerProfile>, string[]][])('is inconsistent with %s', (_what, changes, problems) => {
    const profile = { ...anna, ...changes };
    expect(notPassed(profile)).toEqual(problems);
    expect(check(profile).consistent).toBe(false);
  });

  it.each([
    ['a name of one word', { full_name: 'Suharto' }],
    ['a name in another script', { full_name: '王小明' }],
    ['a name with a number', { full_name: 'John Smith 3rd' }],
    ['a trading name', { business_name: 'Berger Nachhilfe', industry_type: 'education' }],
    [
      'an identity card of the country of residence',
      {
        identity_documents: [{ type: 'national_id', number: '7', issuing_country: 'AE', expires_on: '2028-01-01' }],
      },
    ],
    ['a card without end', { identity_documents: [{ type: 'id card', number: '1', expires_on: '9999-12-31' }] }],
  ] satisfies [string, Partial<CustomerProfile>][])('is consistent with %s', (_what, changes) =>
    expect(notPassed({ ...anna, ...changes })).toEqual([]),
  );

  it.each([
    ['2008-11-20', 18, false],
    ['2008-11-21', 17, true],
    ['2026-11-20', 0, true],
  ])('born on %s is %d years old', (date_of_birth, age, underage) => {
    expect(check({ ...anna, date_of_birth })).toMatchObject({ age, underage, consistent: true });
  });

  it('changes the age on 1 March for a person born on 29 February', () => {
    const leap = { ...anna, date_of_birth: '2008-02-29' };
    expect([check(leap, '2026-02-28').age, check(leap, '2026-03-01').age]).toEqual([17, 18]);
  });

  it('has expired documents from the day after the last one expired', () => {
    const last = { ...anna, identity_documents: [{ ...passport!, expires_on: AS_OF }] };
    expect(notPassed(last)).toEqual([]);
    expect(notPassed(last, '2026-11-21')).toEqual(['document_expiry fail identity_documents']);
    expect(check(last, '2026-11-21')).toMatchObject({
      consistent: true,
      expired_documents: ['passport of DE, expired on 2026-11-20'],
    });
    const another = { ...last, identity_documents: [...last.identity_documents, { type: 'national_id', number: '5' }] };
    expect(notPassed(another, '2026-11-21')).toEqual([]);
  });
});

describe('the identity data of a company', () => {
  it('is complete and consistent if all fields are given', () => {
    expect(check(softwareHouse)).toMatchObject({ complete: true, consistent: true, age: null, underage: false });
    expect(notPassed(softwareHouse)).toEqual([]);
  });

  it('is incomplete with only an e-mail', () => {
    expect(notPassed(bareCorporate)).toEqual([
      'name missing business_name',
      'registration_no missing registration_no',
      'address_country missing address.country',
      'nature_of_business missing industry_type',
      'beneficial_owners missing beneficial_owners',
    ]);
  });

  const owners = (...shares: (string | undefined)[]) => ({
    ...softwareHouse,
    beneficial_owners: shares.map((ownership_share) => ({ name: 'A B', nationality: 'DE', ownership_share })),
  });
  it.each([
    ['60 and 40', owners('60', '40'), []],
    ['three rounded thirds', owners('33.34', '33.34', '33.34'), []],
    ['none given', owners(undefined, undefined), []],
    ['101', owners('61', '40'), ['ownership_shares fail beneficial_owners']],
    ['one of 120', owners('120'), ['ownership_shares fail beneficial_owners[0].ownership_share']],
    ['one of -5', owners('50', '-5'), ['ownership_shares fail beneficial_owners[1].ownership_share']],
    ['one of half', owners('half'), ['ownership_shares fail beneficial_owners[0].ownership_share']],
  ])('has shares of %s', (_what, profile, problems) => expect(notPassed(profile)).toEqual(problems));

  it.each([
    [
      'an owner known by name only',
      { beneficial_owners: [{ name: 'A B' }] },
      ['owners_identified missing beneficial_owners[0]'],
    ],
    ['a date of birth', { date_of_birth: '1990-01-01' }, ['customer_type_fields fail customer_type']],
    ['an occupation', { occupation: 'baker' }, ['customer_type_fields fail customer_type']],
    ['no owners, being a public body', { business_type: 'municipality', beneficial_owners: [] }, []],
    ['a contact person', { full_name: 'Jens Petersen' }, []],
  ] satisfies [string, Partial<CustomerProfile>, string[]][])('with %s', (_what, changes, problems) =>
    expect(notPassed({ ...softwareHouse, ...changes })).toEqual(problems),
  );
});

it('the summary agrees with the checks for any data', () => {
  fc.assert(
    fc.property(scoringInput, ({ profile }) => {
      const { checks, complete, consistent, age, underage } = check(profile);
      expect(complete).toBe(!checks.some((one) => one.result === 'missing'));
      if (checks.every((one) => one.result === 'pass'))
        expect([complete, consistent, underage]).toEqual([true, true, false]);
      expect(underage).toBe(age !== null && age < 18);
      expect(new Set(checks.map((one) => one.check)).size).toBe(checks.length);
    }),
    { numRuns: 150 },
  );
});
