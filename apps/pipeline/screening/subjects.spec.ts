import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { namesOfCustomer, subjectsOfProfile } from './subjects';

const profile = (more: Partial<CustomerProfile>): CustomerProfile => ({
  email: 'a@example.org',
  customer_type: 'individual',
  pep_status: 'none',
  account_refs: [],
  tags: [],
  beneficial_owners: [],
  related_parties: [],
  identity_documents: [],
  ...more,
});

describe('the subjects of a customer', () => {
  it('contain an individual with all its identifying data', () => {
    const given = profile({
      full_name: 'Ivan Petrov',
      date_of_birth: '1962-03-17',
      nationality: 'RU',
      address: { country: 'DE' },
      tax_id: '123',
      identity_documents: [{ type: 'national_id', number: 'AB 1', issuing_country: 'RU' }, { type: 'passport' }],
    });
    expect(subjectsOfProfile(given)).toEqual([
      {
        role: 'customer',
        schema: 'Person',
        names: ['Ivan Petrov'],
        birth_date: '1962-03-17',
        countries: ['RU', 'DE'],
        identifiers: [
          { type: 'tax id', value: '123' },
          { type: 'national id', value: 'AB 1', country: 'RU' },
        ],
      },
    ]);
  });

  it('contain a company under its name, and under the name of a person that it gives', () => {
    const given = profile({
      customer_type: 'corporate',
      business_name: 'Acme',
      full_name: 'Jo',
      registration_no: 'HRB 1',
    });
    expect(subjectsOfProfile(given)).toMatchObject([
      { role: 'customer', schema: 'Unknown', names: ['Jo'] },
      { role: 'customer', schema: 'Company', names: ['Acme'], identifiers: [{ type: 'registration number' }] },
    ]);
  });

  it('contain every owner and related party that has a name', () => {
    const given = profile({
      business_name: 'Acme',
      beneficial_owners: [{ name: 'Olga', date_of_birth: '1970-01-02', nationality: 'BY' }, { name: ' ' }],
      related_parties: [{ name: 'Holding' }],
    });
    expect(subjectsOfProfile(given).slice(1)).toEqual([
      { role: 'beneficial_owner', schema: 'Person', names: ['Olga'], birth_date: '1970-01-02', countries: ['BY'] },
      { role: 'related_party', schema: 'Unknown', names: ['Holding'] },
    ]);
  });

  it('contain the aliases and the parts of the name of an individual, and its gender', () => {
    const given = profile({
      full_name: 'Ivan Petrov',
      first_name: 'Ivan',
      middle_name: 'Sergeevich',
      last_name: 'Petrov',
      aliases: ['Vanya', 'Ivan Petrov'],
      gender: 'male',
    });
    const names = ['Ivan Petrov', 'Ivan Sergeevich Petrov', 'Vanya'];
    expect(subjectsOfProfile(given)).toMatchObject([{ schema: 'Person', names, gender: 'male' }]);
    expect(namesOfCustomer(given)).toEqual(names);
  });

  it('name an individual by the parts of its name, once', () => {
    const parts = { first_name: 'Ivan', last_name: 'Petrov' };
    expect(subjectsOfProfile(profile(parts))).toMatchObject([{ schema: 'Person', names: ['Ivan Petrov'] }]);
    expect(subjectsOfProfile(profile({ ...parts, full_name: 'PETROV, Ivan' }))).toMatchObject([
      { names: ['PETROV, Ivan'] },
    ]);
    expect(subjectsOfProfile(profile({ aliases: ['Vanya'] }))).toMatchObject([{ schema: 'Person', names: ['Vanya'] }]);
  });

  it('contain the aliases of a company, and compare no other gender', () => {
    const given = profile({
      customer_type: 'corporate',
      business_name: 'Acme',
      aliases: ['Acme Group'],
      gender: 'male',
    });
    const [company] = subjectsOfProfile(given);
    expect(company).toMatchObject({ schema: 'Company', names: ['Acme', 'Acme Group'] });
    expect(company).not.toHaveProperty('gender');
    expect(subjectsOfProfile(profile({ full_name: 'Robin Roe', gender: 'other' }))[0]).not.toHaveProperty('gender');
  });

  it('are empty when no name is known', () => {
    expect(subjectsOfProfile(profile({}))).toEqual([]);
  });
});
