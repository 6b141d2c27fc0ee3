import { join } from 'node:path';
import type { ScreeningSubject } from '@probity/screening/screening-subject';
import { readLines, readLists } from '@probity/platform/data-file';
import { Choices } from '../screening-random';

export const SCRIPTS = ['latin', 'han', 'hangul', 'arabic', 'cyrillic', 'devanagari'] as const;
export type NameScript = (typeof SCRIPTS)[number];

export interface OrdinaryPerson {
  script: NameScript;
  name: string;
  /** with a date of birth and a nationality of a country that writes so */
  subject: ScreeningSubject;
}

const SEED = 20_260;
const COUNTRIES: Record<NameScript, string[]> = {
  latin: ['US', 'GB', 'DE', 'FR', 'IT', 'ES', 'PL', 'SE'],
  han: ['CN', 'TW', 'SG'],
  hangul: ['KR'],
  arabic: ['SA', 'EG', 'IQ', 'JO', 'MA'],
  cyrillic: ['RU', 'UA', 'BG', 'RS'],
  devanagari: ['IN', 'NP'],
};
/** A family name comes first. */
const FAMILY_FIRST: ReadonlySet<NameScript> = new Set(['han', 'hangul']);
/** Civil registers of Arab states record the father's name between the given and the family name. */
const WITH_FATHER: ReadonlySet<NameScript> = new Set(['arabic']);

/**
 * Different names of ordinary people, in equal parts of six scripts: a given and a family name, frequent ones more
 * often; in Arabic with the name of the father between them. The same count gives the same names.
 */
export function ordinaryPeople(count: number): OrdinaryPerson[] {
  const choices = new Choices(SEED);
  return SCRIPTS.flatMap((script, i) => {
    const size = Math.floor(count / SCRIPTS.length) + (i < count % SCRIPTS.length ? 1 : 0);
    return peopleOf(script, size, choices);
  });
}

function peopleOf(script: NameScript, size: number, choices: Choices): OrdinaryPerson[] {
  const { given, family, men } = NAMES[script];
  if (size > (given.length * family.length) / 1.1) throw new Error(`there are not ${size} different ${script} names`);
  const people = new Map<string, OrdinaryPerson>();
  while (people.size < size) {
    const [first, last] = [choices.ofCommonFirst(given), choices.ofCommonFirst(family)];
    const name = FAMILY_FIRST.has(script)
      ? `${last}${first}`
      : [first, ...(WITH_FATHER.has(script) ? [fatherOf(first, men, choices)] : []), last].join(' ');
    const month = String(1 + choices.below(12)).padStart(2, '0');
    const birth_date = `${1940 + choices.below(66)}-${month}-${String(1 + choices.below(28)).padStart(2, '0')}`;
    const countries = [choices.of(COUNTRIES[script])];
    if (!people.has(name)) {
      people.set(name, { script, name, subject: { schema: 'Person', names: [name], birth_date, countries } });
    }
  }
  return [...people.values()];
}

/** A father rarely has the name of his child. */
function fatherOf(child: string, men: readonly string[], choices: Choices): string {
  for (;;) {
    const father = choices.ofCommonFirst(men);
    if (father !== child) return father;
  }
}

/** Different names of everyday payments: shops, employers, utilities, and words of salary and rent. */
export function everydayCounterparties(count: number): string[] {
  const { phrases, ...kinds } = readLists(join(__dirname, 'data', 'counterparties.txt'), [
    'shops',
    'employers',
    'utilities',
    'texts',
    'phrases',
  ]);
  const names = phrases.flatMap((phrase) =>
    Object.values(kinds)
      .flat()
      .map((name) => phrase.replace('{}', name)),
  );
  if (names.length < count) throw new Error(`there are only ${names.length} counterparties`);
  return names.slice(0, count);
}

const NAMES = namesByScript();

interface NamesOfScript {
  given: string[];
  family: string[];
  /** the given names of men, where fathers' names are needed */
  men: string[];
}

function namesByScript(): Record<NameScript, NamesOfScript> {
  const lines = new Map(
    readLines(join(__dirname, 'data', 'people.txt'), (line): [string, string[]] => {
      const [label, names] = line.split(': ');
      return [label!, [...new Set(names!.split(/\s+/))]];
    }),
  );
  const of = (label: string): string[] => {
    const names = lines.get(label);
    if (!names) throw new Error(`people.txt has no line "${label}"`);
    return names;
  };
  return Object.fromEntries(
    SCRIPTS.map((script): [NameScript, NamesOfScript] => [
      script,
      {
        given: of(`${script} given`),
        family: of(`${script} family`),
        men: WITH_FATHER.has(script) ? of(`${script} men`) : [],
      },
    ]),
  ) as Record<NameScript, NamesOfScript>;
}
