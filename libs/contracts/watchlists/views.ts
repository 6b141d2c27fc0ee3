import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { ENTRY } from './events';
import { MAX_NAME_LENGTH, MAX_VALUE_LENGTH } from './limits';
import { reportedRecords } from './reported-records';

/**
 * The kinds of entries. A `Wallet` is an address of crypto-assets without a known holder. `Other` is everything else, and
 * what an earlier version read as no person and no company.
 */
export const LIST_SCHEMAS = ['Person', 'Company', 'Vessel', 'Aircraft', 'Wallet', 'Other'] as const;
export type ListSchema = (typeof LIST_SCHEMAS)[number];
/** The genders that are compared. What a list says otherwise is in the remarks of the entry. */
export const LIST_GENDERS = ['female', 'male'] as const;
export const NAME_QUALITIES = ['primary', 'alias', 'weak'] as const;

/** How some fields of an entry are documented, in requests as in responses. */
export const BIRTH_DATES = '`1962`, `1962-03` or `1962-03-17`, or a range of years `1958/1962`';
export const COUNTRIES = 'ISO 3166-1 alpha-2';
export const GENDER = 'of a person; absent: unknown';

const WatchlistName = view(
  'WatchlistName',
  Type.Object({
    name: Type.String({ maxLength: MAX_NAME_LENGTH, description: 'in any script' }),
    quality: Type.Enum(NAME_QUALITIES, { description: 'a weak alias supports a match but makes none alone' }),
  }),
);

const Value = Type.String({ maxLength: MAX_VALUE_LENGTH });
const WatchlistIdentifier = view(
  'WatchlistIdentifier',
  Type.Object({ type: Value, value: Value, country: Type.Optional(Type.String()) }),
);

export const WatchlistEntryView = view(
  'WatchlistEntry',
  Type.Object({
    id: Type.String(),
    list: Type.String({ description: '`tenant` for the tenant’s own list' }),
    schema: Type.Enum(LIST_SCHEMAS),
    names: Type.Array(WatchlistName),
    topics: Type.Array(Type.String()),
    birth_dates: Type.Array(Type.String(), { description: BIRTH_DATES }),
    gender: Type.Optional(Type.Enum(LIST_GENDERS, { description: GENDER })),
    countries: Type.Array(Type.String(), { description: COUNTRIES }),
    identifiers: Type.Array(WatchlistIdentifier),
    programs: Type.Array(Type.String()),
    remarks: Type.Optional(Type.String()),
    created_at: Timestamp,
  }),
  {
    description: 'An entry of a list as it is stored: a ListEntry of libs/screening.',
    example: { ...ENTRY, list: 'tenant' },
  },
);

export const WatchlistView = view(
  'Watchlist',
  Type.Object({
    list: Type.String(),
    version: Type.Integer(),
    format: nullable(Type.String(), { description: 'the format of the imported file' }),
    entries: Type.Integer(),
    imported_at: Timestamp,
  }),
  {
    description: 'A list that all tenants share, with the version that applies.',
  },
);

/** `open` takes entries, `sealed` is being finished, `refused` would remove too many, `finished` has taken effect. */
export const IMPORT_STATUSES = ['open', 'sealed', 'refused', 'finished'] as const;

export const WatchlistImport = view(
  'WatchlistImport',
  Type.Object({
    import_id: Id,
    list: Type.String(),
    format: Type.String(),
    officer: Type.String({ description: 'who began it' }),
    status: Type.Enum(IMPORT_STATUSES),
    received: Type.Integer({ description: 'entries that it has received' }),
    begun_at: Timestamp,
    touched_at: Timestamp,
    version: nullable(Type.Integer(), { description: 'the version of the list after it; null unless it is finished' }),
    added: nullable(Type.Integer()),
    changed: nullable(Type.Integer()),
    removed: nullable(Type.Integer()),
    skipped: nullable(Type.Integer(), { description: 'records that were left out on purpose; null if not reported' }),
    malformed: nullable(Type.Integer(), { description: 'records with an error, which were left out' }),
    odd: nullable(Type.Integer(), { description: 'odd values in records that were kept' }),
  }),
  { description: 'An import of a shared list: its progress, and what it changed.' },
);
export type WatchlistImport = Static<typeof WatchlistImport>;

export const BegunImport = view('BegunImport', Type.Object({ import_id: Id }));

export const ImportedBatch = view(
  'ImportedBatch',
  Type.Object({ received: Type.Integer({ description: 'entries of this import so far' }) }),
);

export const ImportResult = view(
  'ImportResult',
  Type.Object({
    list: Type.String(),
    version: Type.Integer({ description: 'of the list; increases only on a change' }),
    entries: Type.Integer(),
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    ...reportedRecords,
  }),
);

export type WatchlistEntryView = Static<typeof WatchlistEntryView>;
export type WatchlistView = Static<typeof WatchlistView>;
export type ImportResult = Static<typeof ImportResult>;
