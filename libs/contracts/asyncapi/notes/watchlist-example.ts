import type { WatchlistEntryView } from '../../watchlists/views';
import { CREATED_AT } from '../example-ids';

/** The name of the list that all tenants share in the examples. */
export const LIST = 'ofac-sdn';

/** What an entry says, beside where and since when it stands. */
export const ENTRY = {
  id: 'internal-17',
  schema: 'Person',
  names: [
    { name: 'Viktor Orlan', quality: 'primary' },
    { name: 'V. Orlan', quality: 'weak' },
  ],
  topics: ['crime'],
  birth_dates: ['1962-03'],
  countries: ['GB'],
  identifiers: [{ type: 'passport', value: '761234567', country: 'GB' }],
  programs: [],
  remarks: 'account closed for fraud in 2024',
} satisfies Partial<WatchlistEntryView>;

/** The same as it stands on the list of a tenant. */
export const STORED_ENTRY: WatchlistEntryView = { ...ENTRY, list: 'tenant', created_at: CREATED_AT };
