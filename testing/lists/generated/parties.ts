import { Dice } from './dice';
import { type PersonName, personName, type Script, thingName } from './invented-names';

export const KINDS = ['person', 'company', 'vessel', 'aircraft', 'wallet'] as const;
export type Kind = (typeof KINDS)[number];

export interface PartyName {
  person: PersonName | undefined;
  /** of what is no person */
  whole: string;
  script: Script;
  weak: boolean;
  former: boolean;
}

/** A date of birth: a day, month or year, a range of years, or one that the list calls approximate. */
export interface Birth {
  kind: 'day' | 'month' | 'year' | 'range' | 'circa';
  year: number;
  month: number;
  day: number;
  toYear: number;
}

export interface Document {
  /** a passport, a national identity card, a tax number or a registration */
  type: 'passport' | 'national' | 'tax' | 'registration';
  number: string;
  /** ISO 3166-1 alpha-2, or empty */
  country: string;
}

/** A party of a list that does not exist. Optional parts are absent as often as they are present. */
export interface Party {
  n: number;
  kind: Kind;
  /** the first is the primary name */
  names: PartyName[];
  births: Birth[];
  gender: '' | 'female' | 'male';
  /** ISO 3166-1 alpha-2 */
  nationalities: string[];
  addresses: { country: string; city: string; street: string }[];
  documents: Document[];
  programs: string[];
  emails: string[];
  websites: string[];
  wallets: { currency: string; address: string }[];
  imo: string;
  mmsi: string;
  callSign: string;
  remark: string;
}

export const COUNTRIES = 'AF BY BA CD CI CN CU DE GB IR IQ KP KR LB LY ML MM PA PS RU SD SO SY TR UA VE YE ZW'.split(
  ' ',
);

const PROGRAMS = ['TESTLAND', 'SAMPLE-EO1', 'CYBER9', 'IRAN-TEST', 'SPECIMEN & CO', 'NPX'];

/** Seven digits whose last one is the check digit of an IMO number. */
function imoNumber(dice: Dice): string {
  const digits = dice.code('999999');
  const sum = [7, 6, 5, 4, 3, 2].reduce((total, factor, at) => total + factor * Number(digits[at]), 0);
  return `${digits}${sum % 10}`;
}

function nameOf(dice: Dice, kind: Kind, at: number): PartyName {
  const script: Script = at === 0 || dice.often(70) ? 'LATN' : dice.one(['CYRL', 'ARAB', 'HANS']);
  return {
    person: kind === 'person' ? personName(dice, script) : undefined,
    whole: kind === 'person' ? '' : thingName(dice, kind, script),
    script,
    weak: at > 0 && script === 'LATN' && dice.often(20),
    former: at > 0 && dice.often(15),
  };
}

function birthOf(dice: Dice): Birth {
  const year = dice.number(1930, 1999);
  return {
    kind: dice.one(['day', 'day', 'month', 'year', 'range', 'circa']),
    year,
    month: dice.number(1, 12),
    day: dice.number(1, 28),
    toYear: year + dice.number(1, 6),
  };
}

const PATTERNS: Record<Document['type'], string[]> = {
  passport: ['A9999999', 'AA 999999', 'D-AA-999', '999999999'],
  national: ['99-999/99 A', '999999-A-99999', '9.999.999', 'A99 9999 9'],
  tax: ['9999999999', '99-9999999', 'AAAA999999AA9'],
  registration: ['AAA 999999', '9999/99', 'A-99999999-9', '99999 (Old)'],
};

function documentOf(dice: Dice, kind: Kind): Document {
  const type =
    kind === 'person' ? dice.one(['passport', 'national', 'tax'] as const) : dice.one(['tax', 'registration'] as const);
  return { type, number: dice.code(dice.one(PATTERNS[type])), country: dice.often(60) ? dice.one(COUNTRIES) : '' };
}

function partyOf(dice: Dice, n: number, kind: Kind): Party {
  const isVessel = kind === 'vessel';
  const countries = (percent: number, most: number) => (dice.often(percent) ? dice.some(COUNTRIES, 1, most) : []);
  return {
    n,
    kind,
    names: dice.times(1, dice.often(30) ? 6 : 2, (at) => nameOf(dice, kind, at)),
    births: kind === 'person' && dice.often(75) ? dice.times(1, 3, () => birthOf(dice)) : [],
    gender: kind === 'person' ? dice.one(['', 'female', 'male']) : '',
    nationalities: countries(60, 2),
    addresses: countries(50, 3).map((country) => ({
      country,
      city: `Sampletown ${dice.code('A')}`,
      street: `${dice.number(1, 99)} Test Street`,
    })),
    documents:
      kind === 'wallet' || isVessel ? [] : dice.often(60) ? dice.times(1, 3, () => documentOf(dice, kind)) : [],
    programs: dice.some(PROGRAMS, 1, 3),
    emails: dice.often(10) ? [`info${n}@example.test`] : [],
    websites: dice.often(10) ? [`www.example${n}.test`] : [],
    wallets:
      kind === 'wallet' || dice.often(5)
        ? dice.times(1, 2, () => ({
            currency: dice.one(['XBT', 'ETH', 'USDT']),
            address: dice.code('1A9A9AA99AA9A9AA9A9A9'),
          }))
        : [],
    imo: isVessel && dice.often(80) ? imoNumber(dice) : '',
    mmsi: isVessel && dice.often(40) ? dice.code('999999999') : '',
    callSign: isVessel && dice.often(50) ? dice.code('AA9AA') : '',
    remark: dice.often(40)
      ? `Remark ${n}: seen in ${n % 2 === 0 ? '"Sampletown"' : 'Testville & elsewhere'}, <unverified>`
      : '',
  };
}

/** Parties of some kinds. The same seed gives the same parties. */
export function inventParties(seed: number, count: number, kinds: readonly Kind[]): Party[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, (_, n) => partyOf(dice, n + 1, n < kinds.length ? kinds[n]! : dice.one(kinds)));
}
