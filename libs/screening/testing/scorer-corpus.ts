import { separatedValues } from '@probity/watchlists/csv-records';
import type { ListEntry } from '../list-entry';
import { labelledPairs } from '../name-pairs';
import { ScreeningIndex } from '../screening-index';
import { scoreNames } from '../score-names';
import type { ScreeningSubject } from '../screening-subject';
import { ONE_COMPANY, ONE_PERSON, type Pair, TWO_COMPANIES, TWO_PERSONS } from './name-pairs';

type Schema = 'Person' | 'Company';
type NamesOf = [schema: Schema, name1: string, name2: string];

const inGroups = (schema: Schema, groups: Record<string, Pair[]>): NamesOf[] =>
  Object.values(groups)
    .flat()
    .map(([name1, name2]) => [schema, name1, name2]);

const robustnessPairs = (csv: string): NamesOf[] =>
  labelledPairs(
    csv
      .trimEnd()
      .split('\n')
      .map((line) => separatedValues(line, ',')!),
  ).map(({ schema, name1, name2 }) => [schema === 'Person' ? 'Person' : 'Company', name1, name2]);

const entryOf = (id: string, schema: ListEntry['schema'], name: string): ListEntry => ({
  list: 'corpus',
  id,
  schema,
  topics: ['sanction'],
  names: [{ name, quality: 'primary' }],
  birth_dates: [],
  countries: [],
  identifiers: [],
  programs: [],
});

const PETROV: ListEntry = {
  ...entryOf('petrov', 'Person', 'Ivan Petrov'),
  names: [
    { name: 'Ivan Petrov', quality: 'primary' },
    { name: 'Sokol Bratov', quality: 'weak' },
    { name: 'Juan Pedroso', quality: 'alias' },
  ],
  birth_dates: ['1962-03-17', '1964'],
  countries: ['RU', 'CY'],
  identifiers: [{ type: 'passport', value: 'AB 123456', country: 'RU' }],
};

const LISTED: Pair[] = [
  ['Great Lakes Shipping Europe', 'Great Lakes Shipping'],
  ['Sea Gull Trading', 'Seagull Trading'],
  ['Black Sea Ship Ping Ltd', 'Blacksea Shipping Ltd'],
];
const LISTED_PERSONS: Pair[] = [
  ['M. Petrov', 'Mrs Petrov'],
  ['Mr. A. B. Petrov', 'Petrov'],
  ['A. M. Petrov', 'A. N. Petrov'],
];

/** Like the entry, but not so much that a term above 0 makes no difference. */
const ALIKE = 'Iwan Petroff Simeonov';

/** What is compared beside the names: each of these changes the score of the entry above in another way. */
const QUALIFIED: ScreeningSubject[] = [
  ...['1962-03-17', '1962-03', '1962', '1962-17-03', '1963', '1964-05-01', '1971-03-17', '1988-12-04'].map(
    (birth_date) => ({ schema: 'Person' as const, names: [ALIKE], birth_date }),
  ),
  ...[['RU'], ['CY', 'MT'], ['BR'], []].map((countries) => ({ schema: 'Person' as const, names: [ALIKE], countries })),
  ...['passport', 'tax id'].flatMap((type) =>
    ['AB123456', 'AB123465'].map((value) => ({
      schema: 'Unknown' as const,
      names: [ALIKE],
      identifiers: [{ type, value, country: 'RU' }],
    })),
  ),
  { schema: 'Person', names: ['Sokol Brattov'] },
  { schema: 'Person', names: ['Sokol Bratov'] },
  { schema: 'Person', names: [ALIKE, 'Juan Pedroso'] },
  { schema: 'Person', names: ['Iwan Petroff', 'Juan Pedrosa'] },
  { schema: 'Company', names: ['Ivan Petrov Ltd'] },
  { schema: 'Company', names: ['Zembla Trading'], identifiers: [{ value: 'AB123456' }] },
];

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Entries of all kinds, and a person with a gender. */
const TYPED: ListEntry[] = [
  {
    ...entryOf('tanker', 'Vessel', 'M/T SOL NAVIGATOR'),
    countries: ['PA'],
    identifiers: [
      { type: 'imo number', value: 'IMO 9187629' },
      { type: 'call sign', value: '3FKH9' },
    ],
  },
  { ...entryOf('plane', 'Aircraft', 'EP-MNF'), identifiers: [{ type: 'aircraft serial number', value: '1023' }] },
  { ...entryOf('wallet', 'Wallet', ETH), identifiers: [{ type: 'digital currency address', value: ETH }] },
  entryOf('thing', 'Other', 'Sol Navigator'),
  entryOf('firm', 'Company', 'Sol Navigator Ltd'),
  {
    ...entryOf('man', 'Person', 'Viktor Orlan'),
    gender: 'male',
    identifiers: [{ type: 'digital currency address xbt', value: BTC }],
  },
];

const TYPED_SUBJECTS: ScreeningSubject[] = [
  { schema: 'Vessel', names: ['Sol Navigator'] },
  { schema: 'Vessel', names: ['Sol Navigator'], countries: ['LR'] },
  { schema: 'Vessel', names: ['Ocean Pearl'], identifiers: [{ type: 'imo number', value: '9187629' }] },
  { schema: 'Vessel', names: ['Sol Navigator'], identifiers: [{ type: 'imo number', value: '9074729' }] },
  { schema: 'Vessel', names: ['Ocean Pearl'], identifiers: [{ type: 'call sign', value: '3-FKH-9' }] },
  { schema: 'Company', names: ['Sol Navigator'] },
  { schema: 'Person', names: ['Sol Navigator'] },
  { schema: 'Unknown', names: ['Sol Navigator'] },
  { schema: 'Aircraft', names: ['EPMNF'], identifiers: [{ type: 'aircraft tail number', value: 'EPMNF' }] },
  { schema: 'Aircraft', names: ['YA-X'], identifiers: [{ type: 'aircraft serial number', value: '1023' }] },
  { schema: 'Aircraft', names: ['YA-X'], identifiers: [{ type: 'aircraft tail number', value: '\u0415P-MNF' }] },
  { schema: 'Vessel', names: ['Motor Tanker SOL NAVIGATOR (ex Luna) V.12'] },
  { schema: 'Vessel', names: ['Ocean Pearl IMO 9187629'] },
  { schema: 'Wallet', names: [ETH.toLowerCase()], identifiers: [{ type: 'account', value: ETH.toLowerCase() }] },
  { schema: 'Company', names: ['Acme'], identifiers: [{ type: 'account', value: BTC.toUpperCase() }] },
  { schema: 'Company', names: ['Acme'], identifiers: [{ type: 'account', value: `eth:${ETH.slice(2)}` }] },
  { schema: 'Person', names: ['Viktor Orlan'], gender: 'female' },
  { schema: 'Person', names: ['Viktor Orlan'], gender: 'male' },
  { schema: 'Text', names: ['payment to ORLAN, VIKTOR inv 2231'] },
  { schema: 'Text', names: ['freight of Sol Navigator, March'] },
];

/** The same for subjects and entries of all kinds, with genders and texts. */
export function scoredKinds(): string[] {
  const index = new ScreeningIndex(TYPED);
  return TYPED_SUBJECTS.map((subject) =>
    JSON.stringify([
      subject,
      index.screen(subject, { threshold: 0 }).map(({ entry, score, features }) => [entry.id, score, features]),
    ]),
  );
}

/**
 * One line of text for each comparison of the corpus, with the scores and features of the present scorer, and what its
 * index finds. Persons and companies only: see `scoredKinds`.
 *
 * @param robustness the content of robustness-pairs.csv
 */
export function scoredCorpus(robustness: string): string[] {
  const pairs = [
    ...inGroups('Person', ONE_PERSON),
    ...inGroups('Person', TWO_PERSONS),
    ...inGroups('Company', ONE_COMPANY),
    ...inGroups('Company', TWO_COMPANIES),
    ...inGroups('Company', { LISTED }),
    ...inGroups('Person', { LISTED_PERSONS }),
    ...robustnessPairs(robustness),
  ];
  const index = new ScreeningIndex(pairs.map(([schema, , name2], n) => entryOf(String(n), schema, name2)));
  const names = pairs.map(([schema, name1, name2]) => {
    const found = index.screen({ schema, names: [name1] }).map(({ entry, score }) => [entry.id, score]);
    return JSON.stringify([schema, name1, name2, scoreNames(schema, name1, name2), found]);
  });
  const one = new ScreeningIndex([PETROV]);
  const qualified = QUALIFIED.map((subject) =>
    JSON.stringify([subject, one.screen(subject, { threshold: 0 }).map(({ score, features }) => [score, features])]),
  );
  return [...names, ...qualified];
}
