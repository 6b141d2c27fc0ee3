import type { CustomerBody, DemoCustomer, Life, Scheme } from './customer';
import { FIRM_WORDS, FORMS, OCCUPATIONS, type Region, REGIONS } from './names';
import { dateBefore, SeededRandom } from './random';
import { DAYS } from './routine';

const YEAR = 365;
const CUSTOMERS: [Life, number][] = [
  ['salaried', 98],
  ['student', 17],
  ['pensioner', 18],
  ['freelancer', 22],
  ['wealthy', 10],
  ['shop', 14],
  ['trader', 14],
  ['agency', 7],
];

/** How many customers have each scheme, and who can have it. A customer has one at most. */
const SCHEMES: [Scheme, number, Life[]][] = [
  ['new_account', 7, ['salaried', 'freelancer', 'student']],
  ['dormant', 8, ['pensioner', 'salaried']],
  ['structuring', 7, ['shop', 'freelancer', 'salaried']],
  ['large_cash', 8, ['shop', 'wealthy', 'freelancer']],
  ['rapid', 8, ['student', 'salaried', 'freelancer']],
  ['round', 9, ['agency', 'salaried', 'wealthy']],
  ['corridor', 11, ['trader', 'freelancer', 'salaried']],
  ['many_to_one', 5, ['student', 'freelancer', 'pensioner']],
  ['one_to_many', 5, ['salaried', 'freelancer']],
  ['velocity', 6, ['student', 'salaried']],
  ['turnover', 6, ['wealthy', 'salaried']],
  ['spike', 12, ['salaried', 'pensioner', 'freelancer']],
  ['listed_counterparty', 4, ['trader', 'agency']],
];

const FIRMS: Record<string, { trades: string[]; industry: string }> = {
  shop: { trades: ['Grocers', 'Ceramics', 'Bakery', 'Kitchen', 'Jewellers', 'Motors'], industry: 'retail' },
  trader: { trades: ['Trading', 'Logistics', 'Textiles', 'Metals', 'Foods', 'Timber'], industry: 'wholesale' },
  agency: { trades: ['Studio', 'Advisory', 'Software', 'Events'], industry: 'services' },
};

const OLD = { student: [18, 26], pensioner: [64, 86], other: [23, 62] } as const;
const INCOME: Partial<Record<Life, string>> = {
  student: '0-15000',
  pensioner: '15000-40000',
  salaried: '30000-90000',
  freelancer: '25000-80000',
  wealthy: '250000+',
};
const FUNDS: Record<Life, string> = {
  salaried: 'salary',
  student: 'family',
  pensioner: 'pension',
  freelancer: 'self-employment',
  wealthy: 'investments',
  shop: 'sales',
  trader: 'trade',
  agency: 'fees',
};

/** Says on each customer from which seed it is. */
export const seedTag = (seed: number): string => `demo-seed-${seed}`;

/** The customers of the bank. Their names are invented. */
export function demoCustomers(seed: number, now: Date): DemoCustomer[] {
  const random = new SeededRandom(seed, 1);
  const lives = random.shuffled(CUSTOMERS.flatMap(([life, count]) => Array<Life>(count).fill(life)));
  const schemes = schemesFor(lives, random);
  const taken = new Set<string>();
  return lives.map((life, index) => customer({ seed, life, index, schemes: schemes[index]!, taken, now }, random));
}

function schemesFor(lives: Life[], random: SeededRandom): Scheme[][] {
  const schemes = lives.map((): Scheme[] => []);
  for (const [scheme, count, who] of SCHEMES) {
    const able = lives.flatMap((life, index) => (who.includes(life) && schemes[index]!.length === 0 ? [index] : []));
    for (const index of random.shuffled(able).slice(0, count)) schemes[index]!.push(scheme);
  }
  return schemes;
}

interface Given {
  seed: number;
  life: Life;
  index: number;
  schemes: Scheme[];
  taken: Set<string>;
  now: Date;
}

function customer({ seed, life, index, schemes, taken, now }: Given, random: SeededRandom): DemoCustomer {
  const region = random.pick(REGIONS);
  const isFirm = life in FIRMS;
  const firstDay = firstDayOf(schemes, random);
  const since = firstDay > 0 ? dateBefore(now, DAYS - firstDay) : dateBefore(now, random.whole(YEAR, 12 * YEAR));
  const named = isFirm ? firm(life, region, taken, random) : person(life, region, taken, now, random);
  const common = {
    external_id: `demo-${String(index + 1).padStart(4, '0')}`,
    phone: `${region.phone} ${random.digits(4)} ${random.digits(4)}`,
    customer_since: since,
    onboarding_channel: random.pick(
      isFirm ? (['branch', 'partner'] as const) : (['digital', 'branch', 'agent'] as const),
    ),
    source_of_funds: FUNDS[life],
    account_refs: [`${region.country}-70${String(index + 1).padStart(6, '0')}`],
    address: {
      line1: `${random.whole(1, 140)} ${random.pick(region.streets)}`,
      city: random.pick(region.cities),
      country: region.country,
      postal_code: random.digits(5),
    },
    tags: [seedTag(seed)],
    kyc_status: kycStatus(firstDay, random),
  };
  return { index, life, schemes, country: region.country, firstDay, body: { ...named, ...common } };
}

/** Some customers are new, and those with that scheme are. */
function firstDayOf(schemes: Scheme[], random: SeededRandom): number {
  if (schemes.includes('new_account')) return random.whole(30, 75);
  return !schemes.includes('dormant') && random.chance(0.08) ? random.whole(5, 60) : 0;
}

type Named = Omit<
  CustomerBody,
  | 'external_id'
  | 'phone'
  | 'customer_since'
  | 'onboarding_channel'
  | 'source_of_funds'
  | 'account_refs'
  | 'address'
  | 'tags'
  | 'kyc_status'
>;

function person(life: Life, region: Region, taken: Set<string>, now: Date, random: SeededRandom): Named {
  const name = unused(taken, () => `${random.pick(region.given)} ${random.pick(region.surnames)}`);
  const [min, max] = life === 'student' || life === 'pensioner' ? OLD[life] : OLD.other;
  return {
    email: `${latin(name)}@mail.example`,
    customer_type: 'individual',
    full_name: name,
    nationality: random.chance(0.9) ? region.country : random.pick(REGIONS).country,
    date_of_birth: dateBefore(now, random.whole(min * YEAR, max * YEAR)),
    occupation: life === 'student' || life === 'pensioner' ? life : random.pick(OCCUPATIONS),
    ...(INCOME[life] && { income_range: INCOME[life] }),
    ...(random.chance(0.015) && { pep_status: 'declared' as const }),
    identity_documents: [
      {
        type: random.pick(['passport', 'national_id']),
        number: `${region.country}${random.digits(7)}`,
        issuing_country: region.country,
        expires_on: dateBefore(now, -random.whole(60, 8 * YEAR)),
      },
    ],
  };
}

function firm(life: Life, region: Region, taken: Set<string>, random: SeededRandom): Named {
  const { trades, industry } = FIRMS[life]!;
  const name = unused(taken, () => `${random.pick(FIRM_WORDS)} ${random.pick(trades)} ${FORMS[region.country]!}`);
  const owners = random.whole(1, 2);
  return {
    email: `office@${latin(name)}.example`,
    customer_type: 'corporate',
    business_name: name,
    business_type: 'limited company',
    industry_type: industry,
    registration_no: random.digits(8),
    beneficial_owners: Array.from({ length: owners }, () => ({
      name: unused(taken, () => `${random.pick(region.given)} ${random.pick(region.surnames)}`),
      role: 'shareholder',
      ownership_share: owners === 1 ? 100 : 50,
      date_of_birth: `${random.whole(1955, 1992)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`,
      nationality: region.country,
    })),
  };
}

function kycStatus(firstDay: number, random: SeededRandom): CustomerBody['kyc_status'] {
  if (firstDay > 60) return random.pick(['pending', 'in_review', 'approved']);
  return random.chance(0.93) ? 'approved' : random.pick(['in_review', 'in_review', 'rejected']);
}

function unused(taken: Set<string>, name: () => string): string {
  for (;;) {
    const found = name();
    if (taken.has(found)) continue;
    taken.add(found);
    return found;
  }
}

const two = (number: number): string => String(number).padStart(2, '0');

const OTHER_LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ı: 'i', ø: 'o' };

/** A name as a part of an email address. */
const latin = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßłıø]/g, (letter) => OTHER_LETTERS[letter]!)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/[ -]+/g, '.');
