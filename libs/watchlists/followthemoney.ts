import { ListEntry } from '@probity/screening/list-entry';
import { isoDate } from './birth-dates';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, MAX_RECORD, OnIssue, RecordJudge } from './importer';
import { addListCountry, listSchema, listTopic } from './opensanctions-words';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';
import { textLines } from './text-lines';

/**
 * Entities of FollowTheMoney, one JSON object per line, as OpenSanctions publishes them. Persons, organisations,
 * vessels and similar entities become entries. Two kinds are reported as skipped, with their schema: entities that
 * only describe others (addresses, ownerships, single sanctions, documents), and entities that are not targets of
 * the dataset and have no topic that is a reason for an entry.
 *
 * The order of a property's values changes from one export to the next, so the values are sorted.
 */

type Properties = Map<string, string[]>;

interface FtmEntity {
  id: string;
  schema: string;
  caption: string;
  target: boolean | undefined;
  properties: Properties;
}

const NAMES = ['name', 'alias', 'previousName'];
const WEAK_NAMES = ['weakAlias', 'abbreviation'];
const COUNTRIES = ['nationality', 'citizenship', 'country', 'jurisdiction', 'mainCountry', 'flag'];

const IDENTIFIERS: Record<string, string> = {
  passportNumber: 'passport',
  idNumber: 'national id',
  socialSecurityNumber: 'social security number',
  taxNumber: 'tax id',
  vatCode: 'vat number',
  registrationNumber: 'registration number',
  innCode: 'inn',
  ogrnCode: 'ogrn',
  okpoCode: 'okpo',
  kppCode: 'kpp',
  bikCode: 'bik',
  leiCode: 'lei',
  dunsCode: 'd-u-n-s number',
  uniqueEntityId: 'unique entity id',
  uscCode: 'unified social credit code',
  npiCode: 'npi',
  jibCode: 'jib',
  voenCode: 'voen',
  cageCode: 'cage code',
  swiftBic: 'swift/bic',
  permId: 'permid',
  imoNumber: 'imo number',
  mmsi: 'mmsi',
  callSign: 'call sign',
  serialNumber: 'aircraft serial number',
  publicKey: 'digital currency address',
  email: 'email',
  website: 'website',
};

const OF_AIRCRAFT = { registrationNumber: 'aircraft tail number' };

const REMARKS: Record<string, string> = {
  title: 'Title',
  position: 'Position',
  gender: 'Gender',
  birthPlace: 'Place of birth',
  deathDate: 'Date of death',
  legalForm: 'Legal form',
  address: 'Address',
  phone: 'Phone',
  type: 'Type',
  notes: '',
  summary: '',
};

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Keeps only the strings of each property, sorted. Nested entities are ignored. */
function propertiesOf(value: unknown): Properties {
  const properties: Properties = new Map();
  if (typeof value !== 'object' || value === null) return properties;
  for (const [name, content] of Object.entries(value)) {
    const texts = (Array.isArray(content) ? content : [content]).filter(
      (each): each is string => typeof each === 'string',
    );
    if (texts.length > 0) properties.set(name, texts.sort());
  }
  return properties;
}

/** Returns the entity of a line, or what is wrong with the line. */
function entityIn(line: string): FtmEntity | { wrong: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { wrong: `it is not JSON: ${excerptOf((error as Error).message)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { wrong: 'it is not a JSON object' };
  const { id, schema, caption, target, properties } = value as Record<string, unknown>;
  if (text(id) === '') return { wrong: 'the record has no id' };
  if (text(schema) === '') return { wrong: 'the record has no schema' };
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
    return { wrong: 'the record has no properties' };
  return {
    id: text(id),
    schema: text(schema),
    caption: text(caption),
    target: typeof target === 'boolean' ? target : undefined,
    properties: propertiesOf(properties),
  };
}

/** True for a `LegalEntity` with properties that only persons have. Some sources do not say that it is a person. */
function isPerson({ schema, properties }: FtmEntity): boolean {
  return (
    schema === 'LegalEntity' && ['birthDate', 'gender', 'nationality', 'firstName'].some((name) => properties.has(name))
  );
}

function addNames(draft: EntryDraft, { caption, properties }: FtmEntity): void {
  const names = properties.get('name') ?? [];
  if (names.includes(caption) || names.length === 0) draft.addName(caption, 'primary');
  const [first] = names;
  if (first !== undefined) draft.addName(first, names.includes(caption) ? 'alias' : 'primary');
  const [address] = properties.get('publicKey') ?? [];
  if (draft.schema === 'Wallet' && address !== undefined && names.length === 0) draft.addName(address, 'primary');
  for (const property of NAMES) properties.get(property)?.forEach((name) => draft.addName(name));
  for (const property of WEAK_NAMES) properties.get(property)?.forEach((name) => draft.addName(name, 'weak'));
}

function addProperties(draft: EntryDraft, { properties }: FtmEntity): void {
  properties.get('birthDate')?.forEach((birth) => draft.addBirthDate(isoDate(birth), birth));
  for (const property of COUNTRIES) properties.get(property)?.forEach((code) => addListCountry(draft, code));
  properties.get('gender')?.forEach((gender) => draft.addGender(gender));
  const types = draft.schema === 'Aircraft' ? { ...IDENTIFIERS, ...OF_AIRCRAFT } : IDENTIFIERS;
  for (const [property, type] of Object.entries(types)) {
    properties.get(property)?.forEach((value) => draft.addIdentifier(type, value));
  }
  for (const property of ['program', 'programId'])
    properties.get(property)?.forEach((program) => draft.addProgram(program));
  for (const [property, label] of Object.entries(REMARKS)) {
    properties.get(property)?.forEach((value) => draft.addRemark(label, value));
  }
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const judge = new RecordJudge(
    'followthemoney',
    'list',
    'one JSON object with id, schema and properties per line',
    onIssue,
  );
  const seen = new SeenIds();

  for await (const { line, text: json, foreign } of textLines(files.list!, 'list')) {
    if (json === undefined) {
      judge.malformed(line, `the line is longer than ${MAX_RECORD} bytes`, '');
      continue;
    }
    if (json.trim() === '') continue;
    const entity = entityIn(json);
    if ('wrong' in entity) {
      judge.malformed(line, entity.wrong, json);
      continue;
    }
    judge.good();
    if (foreign) judge.odd(line, 'not UTF-8: this line is read as Windows-1252', json);
    const skipped = (reason: string) =>
      onIssue({
        file: 'list',
        line,
        kind: 'skipped',
        reason: `${excerptOf(entity.schema)}: ${reason}`,
        excerpt: excerptOf(json),
      });
    const schema = listSchema(entity.schema);
    if (schema === undefined) {
      skipped('this kind of record is not screened');
      continue;
    }
    const topics = (entity.properties.get('topics') ?? []).flatMap((topic) => listTopic(topic) ?? []);
    if (entity.target === false && topics.length === 0) {
      skipped('not a target of its dataset and without a topic that is a reason for an entry');
      continue;
    }
    const draft = new EntryDraft(list, entity.id, isPerson(entity) ? 'Person' : schema);
    topics.forEach((topic) => draft.addTopic(topic));
    addNames(draft, entity);
    addProperties(draft, entity);
    const entry = draft.finish();
    if (!entry) judge.malformed(line, 'the record has no name', json);
    else if (!seen.add(entity.id))
      judge.malformed(line, `the id ${excerptOf(entity.id)} is duplicated; the first record was kept`, json);
    else {
      reportOdd(draft, { file: 'list', line, text: json }, onIssue);
      yield entry;
    }
  }
  judge.end(false);
}

export const followTheMoney: Importer = {
  format: 'followthemoney',
  title: 'FollowTheMoney entities (JSON lines)',
  files: [
    { role: 'list', required: true, names: /(?:\.ftm\.(?:json|jsonl|ndjson)|^entities\.(?:json|jsonl|ndjson))$/i },
  ],
  read,
};
