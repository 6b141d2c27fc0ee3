import Type from 'typebox';
import { LIST_TOPICS } from '@probity/contracts/alerts/match-kind';
import {
  BIRTH_DATES,
  COUNTRIES,
  GENDER,
  LIST_GENDERS,
  LIST_SCHEMAS,
  NAME_QUALITIES,
  WatchlistEntryView,
} from '@probity/contracts/watchlists/views';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { PageQuery } from '@probity/platform/http/page.dto';
import {
  MAX_ID_LENGTH,
  MAX_IDENTIFIERS,
  MAX_NAME_LENGTH,
  MAX_NAMES,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
} from '@probity/contracts/watchlists/limits';
import { MAX_ENTRIES } from './read-entries';

const named = (title: string) => ({ title, additionalProperties: false });
const orNull = (schema: Type.TSchema) => Type.Optional(Type.Union([schema, Type.Null()]));
const values = (description?: string) =>
  orNull(Type.Array(Type.String(), { maxItems: MAX_VALUES, ...(description && { description }) }));

const Name = Type.String({ maxLength: MAX_NAME_LENGTH });
const NameBody = Type.Object(
  { name: Name, quality: Type.Optional(Type.Enum(NAME_QUALITIES)) },
  named('WatchlistNameBody'),
);
const IdentifierBody = Type.Object(
  {
    type: Type.String({ maxLength: MAX_VALUE_LENGTH }),
    value: Type.String({ maxLength: MAX_VALUE_LENGTH }),
    country: Type.Optional(Type.String()),
  },
  named('WatchlistIdentifierBody'),
);

/** A posted entry; `checkEntry` checks it. A null member counts as absent. */
const EntryBody = Type.Object(
  {
    id: orNull(
      Type.String({
        maxLength: MAX_ID_LENGTH,
        description: 'an existing entry with this id is replaced; if omitted, the id is derived from the content',
      }),
    ),
    schema: Type.Enum(LIST_SCHEMAS),
    names: Type.Array(Type.Union([Name, NameBody]), {
      minItems: 1,
      maxItems: MAX_NAMES,
      description: 'the primary name is the one with the quality primary, or the first',
    }),
    topics: orNull(Type.Array(Type.Enum(LIST_TOPICS, { title: 'ListTopic' }), { description: 'default sanction' })),
    birth_dates: values(BIRTH_DATES),
    gender: orNull(Type.Enum(LIST_GENDERS, { title: 'ListGender', description: GENDER })),
    countries: values(COUNTRIES),
    identifiers: orNull(
      Type.Array(IdentifierBody, {
        maxItems: MAX_IDENTIFIERS,
        description:
          'of a vessel: imo number, mmsi, call sign; of an aircraft: aircraft tail number, aircraft serial number; an ' +
          'address of crypto-assets: digital currency address',
      }),
    ),
    programs: values(),
    remarks: orNull(Type.String()),
  },
  {
    ...named('WatchlistEntryBody'),
    examples: [
      {
        id: 'internal-17',
        schema: 'Person',
        names: ['Ivan Petrov', { name: 'Иван Петров', quality: 'alias' }],
        topics: ['sanction'],
        birth_dates: ['1962-03-17'],
        countries: ['RU'],
        programs: ['Exit list 2026'],
      },
    ],
  },
);

const entries = Type.Array(EntryBody, { minItems: 1, maxItems: MAX_ENTRIES });

/** One entry, many as a list, or many as `{entries}`; see `readEntries`. */
export const WATCHLIST_ENTRIES = Type.Union([
  EntryBody,
  Type.Object({ entries }, named('WatchlistBatchBody')),
  entries,
]);

/** The response: an entry for a posted entry, a list for a posted list. */
export const SAVED_ENTRIES = Type.Union([WatchlistEntryView, Type.Array(WatchlistEntryView)], {
  title: 'SavedWatchlistEntries',
});

const MAX_NAME_PART = 255;

export class WatchlistEntriesQuery extends PageQuery {
  @NonBlankText(MAX_NAME_PART, { example: 'petrov', description: 'a part of any name, without regard to case' })
  name?: string;
}
