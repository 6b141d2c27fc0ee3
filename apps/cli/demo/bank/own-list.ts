import { type DemoCustomer, nameOf } from './customer';
import { SeededRandom } from './random';
import { LISTED_FIRM } from './schemes';

/** The body of an entry of `POST /tenants/{slug}/watchlist-entries`. */
export interface ListEntry {
  id: string;
  schema: 'Person' | 'Company';
  names: (string | { name: string; quality: 'alias' })[];
  topics: ('sanction' | 'pep' | 'crime' | 'adverse-media')[];
  birth_dates?: string[];
  countries?: string[];
  programs?: string[];
  remarks?: string;
}

interface Likeness {
  topic: ListEntry['topics'][number];
  /** `same`: the customer itself. `near`: another spelling, the same year. `other`: another person of this name. */
  how: 'same' | 'near' | 'other';
  count: number;
}

const PEOPLE: Likeness[] = [
  { topic: 'sanction', how: 'same', count: 3 },
  { topic: 'sanction', how: 'near', count: 4 },
  { topic: 'sanction', how: 'other', count: 5 },
  { topic: 'pep', how: 'near', count: 5 },
  { topic: 'pep', how: 'other', count: 4 },
  { topic: 'crime', how: 'near', count: 3 },
  { topic: 'adverse-media', how: 'same', count: 3 },
];

const PROGRAMS: Record<ListEntry['topics'][number], string> = {
  sanction: 'Invented sanctions programme',
  pep: 'Public offices',
  crime: 'Court decisions',
  'adverse-media': 'Press',
};

const LIKE_NO_CUSTOMER: ListEntry[] = [
  { id: 'demo-901', schema: 'Person', names: ['Zoltan Meridorf'], topics: ['sanction'], birth_dates: ['1959'] },
  { id: 'demo-902', schema: 'Company', names: ['Black Heron Metals Ltd'], topics: ['sanction'], countries: ['GB'] },
  { id: 'demo-903', schema: 'Person', names: ['Perpetua Onwualora'], topics: ['pep'], countries: ['NG'] },
];

/** The bank's own list: invented people and companies, of which some resemble customers. */
export function ownList(seed: number, customers: DemoCustomer[]): ListEntry[] {
  const random = new SeededRandom(seed, 2);
  const people = random.shuffled(customers.filter(({ body, schemes }) => body.full_name && schemes.length === 0));
  const alike = PEOPLE.flatMap(({ topic, how, count }) =>
    people.splice(0, count).map((customer) => entryLike(customer, topic, how, random)),
  );
  const firms = random.shuffled(customers.filter(({ body }) => body.business_name)).slice(0, 4);
  const entries: Omit<ListEntry, 'id'>[] = [
    ...alike,
    ...firms.slice(0, 2).map(({ body }) => ownerEntry(body.beneficial_owners![0]!)),
    ...firms.slice(2).map((firm) => firmEntry(firm, random)),
    { schema: 'Company', names: [LISTED_FIRM.name], topics: ['sanction'], countries: [LISTED_FIRM.country] },
  ];
  return [
    ...entries.map((entry, index) => ({ id: `demo-${String(index + 1).padStart(3, '0')}`, ...entry })),
    ...LIKE_NO_CUSTOMER,
  ];
}

function entryLike(
  customer: DemoCustomer,
  topic: Likeness['topic'],
  how: Likeness['how'],
  random: SeededRandom,
): Omit<ListEntry, 'id'> {
  const name = nameOf(customer);
  const born = customer.body.date_of_birth!;
  const spelled: ListEntry['names'] = [respelled(name, random), { name, quality: 'alias' }];
  const names = how === 'near' ? spelled.slice(0, random.whole(1, 2)) : [name];
  const other = String(Number(born.slice(0, 4)) + random.pick([-11, -6, 7, 13]));
  return {
    schema: 'Person',
    names,
    topics: [topic],
    birth_dates: [how === 'same' ? born : how === 'near' ? born.slice(0, 4) : other],
    ...(how !== 'other' && { countries: [customer.body.nationality!] }),
    programs: [PROGRAMS[topic]],
  };
}

const ownerEntry = ({ name, nationality }: { name: string; nationality: string }): Omit<ListEntry, 'id'> => ({
  schema: 'Person',
  names: [name],
  topics: ['crime'],
  countries: [nationality],
  programs: [PROGRAMS.crime],
});

const firmEntry = (firm: DemoCustomer, random: SeededRandom): Omit<ListEntry, 'id'> => ({
  schema: 'Company',
  names: [respelled(nameOf(firm), random)],
  topics: ['adverse-media'],
  countries: [firm.country],
  programs: [PROGRAMS['adverse-media']],
});

const SPELLINGS: [RegExp, string][] = [
  [/i(?=[a-z])/, 'y'],
  [/k(?=[a-z])/, 'c'],
  [/ou/, 'u'],
  [/w(?=[a-z])/, 'v'],
  [/([lnrt])(?=[aeiou])/, '$1$1'],
];

/** The name as another person might spell it. */
export function respelled(name: string, random: SeededRandom): string {
  const able = SPELLINGS.filter(([from]) => from.test(name));
  const [from, to] = able.length > 0 ? random.pick(able) : [/e/, 'ee'];
  return name.replace(from, to);
}
