import { row } from './markup';
import { type Described, inventEntities } from './opensanctions-entities';

const COLUMNS =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change'.split(
    ',',
  );

const COUNTRIES = ['nationality', 'jurisdiction', 'country', 'flag'];
const IDENTIFIERS = [
  'publicKey',
  'passportNumber',
  'taxNumber',
  'registrationNumber',
  'serialNumber',
  'imoNumber',
  'mmsi',
  'innCode',
  'ogrnCode',
  'leiCode',
];

/** A cell has several values with semicolons; a value with a semicolon or a quote is in quotes. */
const cell = (values: string[]): string => row(values, ';');

function cells({ party, sanctions, addresses }: Described): Record<string, string> {
  const values = (properties: string[]) => properties.flatMap((name) => party.properties[name] ?? []).map(String);
  const countries = [
    ...values(COUNTRIES),
    ...addresses.flatMap(({ properties }) => properties.country ?? []).map(String),
  ];
  const ofSanctions = (name: string) => sanctions.flatMap(({ properties }) => properties[name] ?? []).map(String);
  return {
    id: party.id,
    schema: party.schema,
    name: party.caption,
    aliases: cell(values(['name', 'alias', 'previousName', 'weakAlias']).filter((name) => name !== party.caption)),
    birth_date: cell(values(['birthDate'])),
    countries: cell([...new Set(countries)].sort()),
    addresses: cell(addresses.map(({ caption }) => caption)),
    identifiers: cell(values(IDENTIFIERS)),
    sanctions: cell(ofSanctions('program')),
    emails: cell(values(['email'])),
    program_ids: cell(party.id.endsWith('3') ? [] : ofSanctions('programId')),
    dataset: 'Test Sanctions',
    first_seen: '2022-01-01T00:00:00',
    last_seen: '2026-01-01T00:00:00',
    last_change: '2025-01-01T00:00:00',
  };
}

/** A list with the layout of `targets.simple.csv`. */
export function targetsFile(seed: number, count: number): string {
  const rows = inventEntities(seed, count).map(cells);
  return [row(COLUMNS), ...rows.map((each) => row(COLUMNS.map((column) => each[column] ?? ''))), ''].join('\n');
}
