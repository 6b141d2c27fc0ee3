import { two } from './markup';
import { inventParties, type Birth, type Kind, type Party, type PartyName } from './parties';
import { spoken } from './invented-names';

/** An entity of FollowTheMoney. A property may have texts, or entities where these are nested. */
export interface Entity {
  id: string;
  caption: string;
  schema: string;
  properties: Record<string, (string | Entity)[]>;
  [more: string]: unknown;
}

const SCHEMATA: Record<Kind, string[]> = {
  person: ['Person', 'Person', 'LegalEntity'],
  company: ['Company', 'Organization', 'LegalEntity', 'PublicBody'],
  vessel: ['Vessel'],
  aircraft: ['Airplane'],
  wallet: ['CryptoWallet'],
};

/** Identifiers of which the model has a property each, in turn. */
const CODES = ['innCode', 'ogrnCode', 'licenseNumber', 'leiCode', 'dunsCode', 'irsCode', 'vatCode', 'uscCode', 'bvdId'];

const fullName = ({ person, whole }: PartyName): string => (person === undefined ? whole : spoken(person));

/** The model has days, months and years. Sources give the years of a range as two dates. */
function birthDates({ kind, year, month, day, toYear }: Birth): string[] {
  if (kind === 'day') return [`${year}-${two(month)}-${two(day)}`];
  if (kind === 'month') return [`${year}-${two(month)}`];
  return kind === 'range' ? [String(year), String(toYear)] : [String(year)];
}

/** A party, and the entities that describe it: sanctions, identifications and addresses. */
export interface Described {
  party: Entity;
  sanctions: Entity[];
  identifications: Entity[];
  addresses: Entity[];
}

const entity = (id: string, schema: string, caption: string, properties: Record<string, string[]>): Entity => ({
  id,
  caption,
  schema,
  properties: Object.fromEntries(Object.entries(properties).filter(([, values]) => values.length > 0)),
  referents: [`old-${id}`, `older-${id}`],
  datasets: ['test_list'],
  first_seen: '2023-04-20T18:00:25',
  last_seen: '2026-01-01T00:00:00',
  target: false,
});

const lower = (codes: string[]): string[] => codes.map((code) => code.toLowerCase());

function namesOf({ names }: Party): Record<string, string[]> {
  const [first, ...others] = names;
  const pick = (wanted: (name: PartyName) => boolean) => others.filter(wanted).map(fullName);
  return {
    name: [fullName(first!), ...pick(({ weak, former, script }) => !weak && !former && script !== 'LATN')],
    alias: pick(({ weak, former, script }) => !weak && !former && script === 'LATN'),
    previousName: pick(({ weak, former }) => !weak && former),
    weakAlias: pick(({ weak }) => weak),
  };
}

function describe(party: Party): Described {
  const { n, kind, documents } = party;
  const schemata = SCHEMATA[kind];
  const schema = schemata[n % schemata.length]!;
  const owner = `NK-${n}`;
  const numbers = (type: string) => documents.filter((document) => document.type === type).map(({ number }) => number);
  const isThing = kind === 'vessel' || kind === 'aircraft';
  const own: Record<string, string[]> = {
    ...(kind === 'wallet' ? { publicKey: party.wallets.map(({ address }) => address) } : namesOf(party)),
    topics: n % 5 === 0 ? ['role.pep'] : ['sanction'],
    notes: party.remark === '' ? [] : [party.remark],
  };
  if (kind === 'person')
    Object.assign(own, {
      birthDate: [...new Set(party.births.flatMap(birthDates))],
      birthCountry: party.births.length > 0 ? ['ml'] : [],
      gender: party.gender === '' ? [] : [party.gender],
      // a country that is no more, and a region
      nationality: n % 21 === 0 ? ['suhh', 'ua-cri'] : lower(party.nationalities),
      taxNumber: numbers('tax'),
    });
  else if (kind === 'company')
    Object.assign(own, {
      jurisdiction: lower(party.nationalities),
      registrationNumber: numbers('registration'),
      taxNumber: numbers('tax'),
      [CODES[n % CODES.length]!]: n % 3 === 0 ? [`CODE${n}X${n}`] : [],
    });
  else if (kind === 'vessel')
    Object.assign(own, {
      imoNumber: party.imo === '' ? [] : [`IMO${party.imo}`],
      mmsi: party.mmsi === '' ? [] : [party.mmsi],
      callSign: party.callSign === '' ? [] : [party.callSign],
      flag: lower(party.nationalities.slice(0, 1)),
      pastFlags: lower(party.nationalities.slice(1)),
    });
  else if (kind === 'aircraft')
    Object.assign(own, {
      registrationNumber: [`EP-${n}A`],
      serialNumber: [`MSN ${n}`],
      icaoCode: n % 2 === 0 ? [`AC${n}F`] : [],
      country: lower(party.nationalities),
    });
  if (kind === 'person' || kind === 'company') Object.assign(own, { email: party.emails, website: party.websites });
  const caption = kind === 'wallet' ? party.wallets[0]!.address : fullName(party.names[0]!);
  return {
    party: { ...entity(owner, schema, caption, own), target: true },
    sanctions: party.programs.map((program, at) =>
      entity(`sanction-${n}-${at}`, 'Sanction', program, {
        program: [program],
        programId: at === 0 ? [`ID-${program}`] : [],
        authority: ['Test Authority'],
        country: ['us'],
      }),
    ),
    identifications: documents
      .filter(({ type }) => type === 'passport' || type === 'national')
      .map(({ type, number, country }, at) =>
        entity(`id-${n}-${at}`, type === 'passport' ? 'Passport' : 'Identification', number, {
          number: [number],
          country: lower(country === '' ? [] : [country]),
          type: type === 'passport' ? ['Passport'] : n % 2 === 0 ? ['National ID'] : [],
        }),
      ),
    addresses:
      isThing || kind === 'wallet'
        ? []
        : party.addresses.map(({ country, city, street }, at) =>
            entity(`addr-${n}-${at}`, 'Address', `${street}, ${city}`, {
              full: [`${street}, ${city}`],
              city: [city],
              country: lower([country]),
            }),
          ),
  };
}

export const inventEntities = (seed: number, count: number): Described[] =>
  inventParties(seed, count, ['person', 'company', 'vessel', 'aircraft', 'wallet']).map(describe);
