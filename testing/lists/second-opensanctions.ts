import { readFileSync } from 'node:fs';
import { csvRows, csvTable } from './second-csv';
import { addCountry, addDate, addName, type ExactRecord, exactRecord } from './second-exact';
import type { Reading, RecordRead } from './second-reading';

interface Entity {
  id: string;
  caption: string;
  schema: string;
  properties: Record<string, (string | Entity)[]>;
}

const SCHEMAS: Record<string, RecordRead['schema']> = {
  Person: 'Person',
  LegalEntity: 'Company',
  Organization: 'Company',
  Company: 'Company',
  PublicBody: 'Company',
  Vessel: 'Vessel',
  Airplane: 'Aircraft',
  Vehicle: 'Other',
  CryptoWallet: 'Wallet',
};

const COUNTRIES = ['nationality', 'citizenship', 'country', 'jurisdiction', 'mainCountry', 'flag'];

/** The properties of the model whose type is an identifier, and the addresses on the Internet. */
const IDENTIFIERS =
  'passportNumber idNumber socialSecurityNumber taxNumber vatCode registrationNumber licenseNumber innCode ogrnCode okpoCode kppCode bikCode leiCode dunsCode uniqueEntityId uscCode npiCode jibCode voenCode irsCode cikCode isinCode ricCode bvdId mbsCode pfrNumber cageCode swiftBic permId giiNumber imoNumber crsNumber mmsi callSign serialNumber icaoCode publicKey accountId email website'.split(
    ' ',
  );

const texts = ({ properties }: Entity, name: string): string[] =>
  (properties[name] ?? []).filter((value): value is string => typeof value === 'string');

/** `ru`, or a region such as `ua-cri`. The code of a country that is no more has four letters. */
function addCode(record: ExactRecord, code: string): void {
  const [country, region] = code.split('-');
  if (country!.length === 2) addCountry(record, country!.toUpperCase());
  if (country!.length !== 2 || region !== undefined) record.notes.add(code);
}

/** Reads entities of FollowTheMoney, also nested ones. */
export function secondFtm(path: string): Reading {
  const all = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Entity);
  const byId = new Map(all.map((entity) => [entity.id, entity]));
  const about = new Map<string, Entity[]>();
  for (const entity of all) {
    for (const owner of [...texts(entity, 'entity'), ...texts(entity, 'holder')])
      about.set(owner, [...(about.get(owner) ?? []), entity]);
  }
  const records: Reading['records'] = new Map();
  for (const entity of all) {
    if (SCHEMAS[entity.schema] === undefined || !texts(entity, 'topics').length) continue;
    const nested = Object.values(entity.properties)
      .flat()
      .filter((value): value is Entity => typeof value === 'object');
    const addresses = texts(entity, 'addressEntity').flatMap((id) => byId.get(id) ?? []);
    records.set(entity.id, readEntity(entity, [...(about.get(entity.id) ?? []), ...nested, ...addresses]));
  }
  return { records };
}

function readEntity(entity: Entity, described: Entity[]): ExactRecord {
  const record = exactRecord();
  const isPerson =
    entity.schema === 'LegalEntity' &&
    ['birthDate', 'gender', 'nationality'].some((name) => texts(entity, name).length > 0);
  record.schema = isPerson ? 'Person' : SCHEMAS[entity.schema];
  record.gender = (record.schema === 'Person' && texts(entity, 'gender')[0]) || '';
  addName(record, entity.caption);
  for (const name of ['name', 'alias', 'previousName']) texts(entity, name).forEach((text) => addName(record, text));
  for (const name of ['weakAlias', 'abbreviation']) texts(entity, name).forEach((text) => addName(record, text, true));
  texts(entity, 'birthDate').forEach((date) => addDate(record, date, date));
  for (const name of COUNTRIES) texts(entity, name).forEach((code) => addCode(record, code));
  for (const name of IDENTIFIERS) texts(entity, name).forEach((value) => record.identifiers.add(value));
  for (const name of ['program', 'programId']) texts(entity, name).forEach((program) => record.programs.add(program));
  for (const name of ['birthCountry', 'pastFlags', 'notes'])
    texts(entity, name).forEach((text) => record.notes.add(text));
  for (const each of described) {
    if (each.schema === 'Sanction') {
      for (const name of ['program', 'programId']) texts(each, name).forEach((program) => record.programs.add(program));
    } else if (each.schema === 'Address') {
      texts(each, 'country').forEach((code) => addCode(record, code));
      texts(each, 'full').forEach((text) => record.notes.add(text));
    } else if (each.schema === 'Passport' || each.schema === 'Identification') {
      texts(each, 'number').forEach((number) => record.identifiers.add(number));
      texts(each, 'country').forEach((code) => addCode(record, code));
    }
  }
  return record;
}

/** The values of a cell. */
const values = (cell = ''): string[] =>
  csvRows(`${cell}\n`, ';')
    .flat()
    .filter((text) => text !== '');

/** Reads `targets.simple.csv`. */
export function secondTargets(path: string): Reading {
  const records: Reading['records'] = new Map();
  for (const cells of csvTable(readFileSync(path, 'utf8'), 'program_ids')) {
    const schema = SCHEMAS[cells.schema!];
    if (schema === undefined) continue;
    const record = exactRecord();
    record.schema = schema;
    addName(record, cells.name!);
    values(cells.aliases).forEach((name) => addName(record, name));
    values(cells.birth_date).forEach((date) => addDate(record, date, date));
    values(cells.countries).forEach((code) => addCode(record, code));
    [...values(cells.identifiers), ...values(cells.emails)].forEach((value) => record.identifiers.add(value));
    const [ids, sanctions] = [values(cells.program_ids), values(cells.sanctions)];
    (ids.length > 0 ? ids : sanctions).forEach((program) => record.programs.add(program));
    [...sanctions, ...values(cells.addresses)].forEach((text) =>
      record.programs.has(text) ? undefined : record.notes.add(text),
    );
    records.set(cells.id!, record);
  }
  return { records };
}
