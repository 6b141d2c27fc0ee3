import type { ListEntry, ListName } from '@probity/screening/list-entry';
import { misspelled } from './screening-names';
import { Choices } from './screening-random';

const GIVEN = (
  'Mohammad Ali Ahmed Hassan Hussein Abdul Ibrahim Khalid Omar Yusuf Mahmoud Mustafa Abdullah Saleh Karim Ismail Said Hamid Rashid Tariq Jamal Nasser Salim Bilal Hamza Idris ' +
  'Sergei Aleksandr Vladimir Dmitry Andrei Ivan Mikhail Nikolai Igor Oleg Viktor Yuri Pavel Boris Maksim Roman Konstantin Anatoly Evgeny Stanislav Ruslan Timur Elena Irina Olga Natalia ' +
  'Jose Juan Carlos Luis Miguel Jorge Pedro Ricardo Fernando Manuel Rafael Alejandro Hector Ramon Maria Ana Rosa Teresa ' +
  'Jean Pierre Michel Paul Robert John James William David Thomas George Peter Martin Hans Karl Stefan Marko Milan Goran Zoran ' +
  'Kim Chol Song Yong Wei Min Jun Ming Hong Jian Thi Van Minh Ravi Anil Rajesh Imran Zafar Gul Noor Abbas Reza Mehdi Hossein Fatima Aisha'
).split(' ');
const TRADES =
  'Trading Shipping Industries Holding Energy Logistics Capital Metals Bank Petroleum Aviation Construction Services Group International Technologies Investment Marine'.split(
    ' ',
  );
const FORMS = [
  'LLC',
  'Ltd',
  'GmbH',
  'S.A.',
  'OOO',
  'Co., Ltd.',
  'AG',
  'FZE',
  'JSC',
  'Limited',
  'Sp. z o.o.',
  'S.A. de C.V.',
  '',
];
const PLACES =
  'Moscow Dubai Tehran Damascus Caracas Beirut Minsk Istanbul Cyprus Panama Shanghai Africa Europe Ural Gulf Asia'.split(
    ' ',
  );
const COUNTRIES = ['RU', 'IR', 'SY', 'CN', 'BY', 'KP', 'VE', 'CU', 'AE', 'IQ', 'LB', 'MX', 'CO', 'TR'];
const ONSETS = 'b ch d f g h j k kh l m n p q r s sh t v y z al br dr kr st tr zh'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou', 'ia', 'ee'];
const CODAS = [
  '',
  '',
  'n',
  'r',
  'v',
  'd',
  'l',
  'sky',
  'in',
  'ov',
  'ev',
  'ez',
  'i',
  'ani',
  'zadeh',
  'ian',
  'enko',
  'ich',
];

/**
 * Returns invented persons (two thirds) and companies (one third). As in real lists, some names are common.
 *
 * @param namesEach how many names each entry has; without it one to four, two on average
 */
export function generatedList(count: number, namesEach?: number): ListEntry[] {
  const choices = new Choices(2026);
  const families = Array.from({ length: 12_000 }, (_, n) => word(choices, n % 3 === 0 ? 3 : 2));
  return Array.from({ length: count }, (_, n) => {
    const company = n % 3 === 2;
    const name = company ? companyName(choices, families) : personName(choices, families);
    return {
      list: 'generated',
      id: String(n + 1),
      schema: company ? 'Company' : 'Person',
      topics: ['sanction'],
      names: [
        { name, quality: 'primary' },
        ...(namesEach === undefined
          ? aliases(choices, name, company, families)
          : Array.from({ length: namesEach - 1 }, () => alias(choices, name, company, families))),
      ],
      birth_dates: company ? [] : [`${1940 + choices.below(60)}-0${1 + choices.below(9)}-1${choices.below(10)}`],
      countries: [choices.of(COUNTRIES)],
      identifiers: [
        { type: company ? 'registration number' : 'passport', value: `P${100_000 + choices.below(900_000)}` },
      ],
      programs: ['GENERATED'],
    };
  });
}

export function personName(choices: Choices, families: readonly string[]): string {
  const names = [choices.ofCommonFirst(GIVEN)];
  if (choices.next() < 0.55) names.push(choices.ofCommonFirst(GIVEN));
  if (choices.next() < 0.2) names.push(choices.of(['bin', 'al', 'de', 'van']));
  names.push(choices.ofCommonFirst(families));
  if (choices.next() < 0.15) names.push(choices.ofCommonFirst(families));
  return names.join(' ');
}

export function companyName(choices: Choices, families: readonly string[]): string {
  const names = [choices.ofCommonFirst(families)];
  if (choices.next() < 0.4) names.push(word(choices, 1));
  names.push(choices.ofCommonFirst(TRADES));
  if (choices.next() < 0.25) names.push(choices.of(PLACES));
  return [...names, choices.of(FORMS)].filter((part) => part !== '').join(' ');
}

function aliases(choices: Choices, name: string, company: boolean, families: readonly string[]): ListName[] {
  const found: ListName[] = [];
  if (choices.next() < 0.6) found.push({ name: misspelled(choices, name), quality: 'alias' });
  if (choices.next() < 0.4) found.push(otherName(choices, company, families));
  if (choices.next() < 0.1) found.push({ name: word(choices, 1), quality: 'weak' });
  return found;
}

/** One name, in the proportions of `aliases`. */
function alias(choices: Choices, name: string, company: boolean, families: readonly string[]): ListName {
  const kind = choices.next() * 1.1;
  if (kind < 0.6) return { name: misspelled(choices, name), quality: 'alias' };
  return kind < 1 ? otherName(choices, company, families) : { name: word(choices, 1), quality: 'weak' };
}

const otherName = (choices: Choices, company: boolean, families: readonly string[]): ListName => ({
  name: company ? companyName(choices, families) : personName(choices, families),
  quality: 'alias',
});

function word(choices: Choices, syllables: number): string {
  const sounds = Array.from({ length: syllables }, () => choices.of(ONSETS) + choices.of(VOWELS)).join('');
  const text = sounds + choices.of(CODAS);
  return text[0]!.toUpperCase() + text.slice(1);
}
