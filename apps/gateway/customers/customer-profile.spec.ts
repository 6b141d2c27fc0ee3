import { customerProfile, profileChanges } from './customer-profile';

describe('the profile of a customer', () => {
  it('has the defaults of the interface and no other fields that were not given', () => {
    expect(customerProfile({ email: 'Jane@Example.com' })).toEqual({
      email: 'Jane@Example.com',
      customer_type: 'individual',
      pep_status: 'none',
      account_refs: [],
      tags: [],
      beneficial_owners: [],
      related_parties: [],
      identity_documents: [],
    });
  });

  it('treats null and blank as absent, also in nested objects', () => {
    const body = {
      email: 'jane@example.com',
      full_name: '  ',
      nationality: null,
      account_refs: null,
      address: { line1: '', country: 'de', city: null },
      related_parties: [{ name: 'Roe', role: ' ', ownership_share: null }],
      metadata: null,
    };
    const { full_name, nationality, metadata, ...profile } = customerProfile(body);
    expect([full_name, nationality, metadata]).toEqual([undefined, undefined, undefined]);
    expect(profile).toMatchObject({ account_refs: [], address: { country: 'DE' }, related_parties: [{ name: 'Roe' }] });
    expect(Object.keys(profile.address!)).toEqual(['country']);
    expect(Object.keys(profile.related_parties[0]!)).toEqual(['name']);
  });

  it('has country codes in upper case, shares as decimal strings, and each reference once', () => {
    const profile = customerProfile({
      email: 'a@example.com',
      nationality: 'gb',
      aliases: ['Roe', 'Doe', 'Roe'],
      account_refs: ['A', 'B', 'A'],
      tags: ['x', 'x'],
      beneficial_owners: [
        { name: 'One', ownership_share: 25.5, nationality: 'fr' },
        { name: 'Two', ownership_share: '074.50' },
      ],
      identity_documents: [{ type: 'passport', issuing_country: 'gb', expires_on: '2031-05-31' }],
    });
    expect(profile).toMatchObject({
      nationality: 'GB',
      aliases: ['Roe', 'Doe'],
      account_refs: ['A', 'B'],
      tags: ['x'],
      beneficial_owners: [
        { name: 'One', ownership_share: '25.5', nationality: 'FR' },
        { name: 'Two', ownership_share: '74.5' },
      ],
      identity_documents: [{ type: 'passport', issuing_country: 'GB', expires_on: '2031-05-31' }],
    });
  });

  it('changes only the given fields', () => {
    expect(profileChanges({ phone: '+44', tags: [], full_name: null })).toEqual({ phone: '+44', tags: [] });
  });
});
