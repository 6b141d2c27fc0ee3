import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { FETCH_ID } from '../examples';
import { Hash, Id, nullable, Timestamp } from '../fields';
import { EVERY_HOURS, MAX_FILE_BYTES, STALE_AFTER_HOURS } from './limits';
import { FETCH_RESULTS } from './words';

const Count = Type.Integer({ minimum: 0 });
const role = Type.String({ description: 'which file of the format it is, such as `sdn`' });

export const SourceFile = view(
  'WatchlistSourceFile',
  Type.Object({
    role,
    url: Type.String({ description: 'without its query, which may hold a token' }),
    sha256_url: Type.Optional(
      Type.String({ description: 'the address of a text with the SHA-256 of the file; without its query' }),
    ),
    has_query: Type.Boolean({ description: 'whether one of the two addresses has a query, which is never shown' }),
  }),
  { example: { role: 'sdn', url: 'https://lists.example.org/sdn.csv', has_query: false } },
);
export type SourceFile = Static<typeof SourceFile>;

/** What an operator sets: from where, and how often, a list is fetched. Facts have no upper bounds, which may rise. */
export const sourceFields = {
  list: Type.String(),
  format: Type.String({ description: 'the format of the files, such as `ofac-sdn`' }),
  files: Type.Array(SourceFile, { description: 'every file of the format; an inactive source may have none' }),
  every_hours: Type.Integer({ minimum: 1 }),
  stale_after_hours: Type.Integer({
    minimum: 1,
    description: 'a list that was not confirmed as current for longer is stale',
  }),
  max_bytes: Type.Integer({ minimum: 1, description: 'of each file' }),
  active: Type.Boolean({ description: 'false: the list is not fetched; it still becomes stale' }),
};

export const FetchedFile = view('FetchedWatchlistFile', Type.Object({ role, bytes: Count, sha256: Hash }), {
  example: { role: 'sdn', bytes: 5_242_880 },
});
export type FetchedFile = Static<typeof FetchedFile>;

export const WatchlistFetch = view(
  'WatchlistFetch',
  Type.Object({
    id: Id,
    list: Type.String(),
    result: Type.Enum(FETCH_RESULTS, {
      description: 'both `imported` (a new version applies) and `unchanged` confirm that the list is current',
    }),
    began_at: Timestamp,
    ended_at: Timestamp,
    version: nullable(Type.Integer(), { description: 'the version of the list after it; null when it failed' }),
    code: nullable(Type.String(), { description: 'why it failed, for programs' }),
    message: nullable(Type.String(), { description: 'why it failed; it names hosts, and no whole address' }),
    bytes: { ...Count, description: 'that were received; 0 when no file had changed' },
    files: Type.Array(FetchedFile, { description: 'empty when it failed' }),
  }),
  {
    description: 'A fetch of a shared list from its source.',
    example: {
      id: FETCH_ID,
      began_at: '2026-03-02T14:04:30.250Z',
      version: 4,
      code: null,
      message: null,
      bytes: 5_242_880,
    },
  },
);
export type WatchlistFetch = Static<typeof WatchlistFetch>;

export const WatchlistSource = view(
  'WatchlistSource',
  Type.Object({
    ...sourceFields,
    version: Type.Integer({ minimum: 1, description: 'counts the sources that the list has had' }),
    officer: Type.String({ description: 'who set it' }),
    reason: Type.String(),
    set_at: Timestamp,
    confirmed_at: nullable(Timestamp, {
      description: 'when an import or a fetch last found the list to be current; null: the list was never imported',
    }),
    stale: Type.Boolean(),
    fetching: Type.Boolean({ description: 'whether a fetch is in progress' }),
    next_fetch_at: nullable(Timestamp, { description: 'null when the source is inactive' }),
    failures: { ...Count, description: 'failed fetches since the last one that succeeded' },
    last_fetch: nullable(WatchlistFetch),
  }),
  {
    description: 'From where a shared list is fetched, and how that went.',
    example: {
      files: [{ role: 'sdn', url: 'https://lists.example.org/sdn.csv', has_query: false }],
      every_hours: EVERY_HOURS.default,
      stale_after_hours: STALE_AFTER_HOURS.default,
      max_bytes: MAX_FILE_BYTES.default,
      confirmed_at: '2026-03-02T14:05:00.000Z',
      stale: false,
      fetching: false,
      next_fetch_at: '2026-03-03T14:07:00.000Z',
      failures: 0,
    },
  },
);
export type WatchlistSource = Static<typeof WatchlistSource>;
