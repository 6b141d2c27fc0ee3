import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { isoDate } from './birth-dates';
import { EntryDraft } from './entry-draft';
import { entityIn, FtmEntity } from './ftm-entity';
import { addStatement, statementOf, Statements } from './ftm-statements';
import { excerptOf, Importer, ImporterFiles, MAX_RECORD, OnIssue, RecordJudge } from './importer';
import { isName, plainText } from './names';
import { addListCountry, listSchema, listTopic } from './opensanctions-words';
import { reportOdd } from './report-odd';
import { Room } from './room';
import { SeenIds } from './seen-ids';
import { Spool } from './spool';
import { textLines } from './text-lines';

/**
 * Entities of FollowTheMoney, one JSON object per line, as OpenSanctions publishes them: `entities.ftm.json`, or
 * `targets.nested.json`, in which an entity has what describes it within itself. Persons, organisations, vessels and
 * similar entities become entries. Sanctions, addresses and documents of identity add their programmes, countries and
 * numbers to the entries that they describe. They may come before or after these, so the lines of the entries wait in a
 * temporary file, and the statements about them in memory.
 *
 * Reported as skipped, with their schema: entities that describe others in another way (such as ownerships), and
 * entities that are not targets of the dataset and have no topic that is a reason for an entry.
 */

const NAMES = ['name', 'alias', 'previousName'];
const WEAK_NAMES = ['weakAlias', 'abbreviation'];
const COUNTRIES = ['nationality', 'citizenship', 'country', 'jurisdiction', 'mainCountry', 'flag'];

const IDENTIFIERS: Record<string, string> = {
  passportNumber: 'passport',
  idNumber: 'national id',
  socialSecurityNumber: 'social security number',
  taxNumber: 'tax id',
  licenseNumber: 'license',
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
  irsCode: 'irs number',
  cikCode: 'cik',
  isinCode: 'isin',
  ricCode: 'ric',
  bvdId: 'bvd id',
  mbsCode: 'mbs',
  pfrNumber: 'pension fund number',
  giiNumber: 'giin',
  cageCode: 'cage code',
  swiftBic: 'swift/bic',
  permId: 'permid',
  imoNumber: 'imo number',
  crsNumber: 'crs number',
  mmsi: 'mmsi',
  callSign: 'call sign',
  serialNumber: 'aircraft serial number',
  icaoCode: 'aircraft transponder code',
  publicKey: 'digital currency address',
  accountId: 'account',
  email: 'email',
  website: 'website',
};

const OF_AIRCRAFT = { registrationNumber: 'aircraft tail number' };
const OF_COMPANIES = { imoNumber: 'imo company number' };

const REMARKS: Record<string, string> = {
  title: 'Title',
  position: 'Position',
  gender: 'Gender',
  birthPlace: 'Place of birth',
  birthCountry: 'Country of birth',
  pastFlags: 'Past flag',
  ticker: 'Ticker',
  coatoCode: 'COATO',
  fnsCode: 'FNS code',
  ipoCode: 'IPO',
  deathDate: 'Date of death',
  legalForm: 'Legal form',
  address: 'Address',
  phone: 'Phone',
  type: 'Type',
  notes: '',
  summary: '',
  description: '',
};

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
  if (draft.schema === 'Wallet' && address !== undefined && draft.firstName === '') draft.addName(address, 'primary');
  for (const property of NAMES) properties.get(property)?.forEach((name) => draft.addName(name));
  for (const property of WEAK_NAMES) properties.get(property)?.forEach((name) => draft.addName(name, 'weak'));
}

function addProperties(draft: EntryDraft, { properties }: FtmEntity): void {
  properties.get('birthDate')?.forEach((birth) => draft.addBirthDate(isoDate(birth), birth));
  for (const property of COUNTRIES) properties.get(property)?.forEach((code) => addListCountry(draft, code));
  properties.get('gender')?.forEach((gender) => draft.addGender(gender));
  const types = {
    ...IDENTIFIERS,
    ...(draft.schema === 'Aircraft' && OF_AIRCRAFT),
    ...(draft.schema === 'Company' && OF_COMPANIES),
  };
  for (const [property, type] of Object.entries(types)) {
    properties.get(property)?.forEach((value) => draft.addIdentifier(type, value));
  }
  for (const property of ['program', 'programId'])
    properties.get(property)?.forEach((program) => draft.addProgram(program));
  for (const [property, label] of Object.entries(REMARKS)) {
    properties.get(property)?.forEach((value) => draft.addRemark(label, value));
  }
}

/** True if an entry can be made of it. A wallet may have its address as its name. */
function hasName({ caption, properties }: FtmEntity, schema: ListSchema): boolean {
  const lists = [...NAMES, ...WEAK_NAMES, ...(schema === 'Wallet' ? ['publicKey'] : [])];
  return [caption, ...lists.flatMap((list) => properties.get(list) ?? [])].some((name) => isName(plainText(name)));
}

function draftOf(entity: FtmEntity, list: string): EntryDraft {
  const schema = isPerson(entity) ? 'Person' : (listSchema(entity.schema) ?? 'Other');
  const draft = new EntryDraft(list, entity.id, schema);
  topicsOf(entity).forEach((topic) => draft.addTopic(topic));
  addNames(draft, entity);
  addProperties(draft, entity);
  return draft;
}

const topicsOf = ({ properties }: FtmEntity) =>
  (properties.get('topics') ?? []).flatMap((topic) => listTopic(topic) ?? []);

/** Reads the file once: puts the lines of entries into the spool, and what is about them into the statements. */
async function sort(files: ImporterFiles, onIssue: OnIssue, spool: Spool, statements: Statements): Promise<void> {
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
    const skipped = (what: string) => {
      const reason = `${excerptOf(entity.schema)}: ${what}`;
      onIssue({ file: 'list', line, kind: 'skipped', reason, excerpt: excerptOf(json) });
    };
    const statement = statementOf(entity);
    const schema = listSchema(entity.schema);
    if (statement) statements.take(entity, statement, line);
    else if (schema === undefined) skipped('this kind of record is not screened');
    else if (entity.target === false && topicsOf(entity).length === 0)
      skipped('not a target of its dataset and without a topic that is a reason for an entry');
    else if (!hasName(entity, schema)) judge.malformed(line, 'the record has no name', json);
    else if (!seen.add(entity.id))
      judge.malformed(line, `the id ${excerptOf(entity.id)} is duplicated; the first record was kept`, json);
    else await spool.add({ line, text: json });
  }
  judge.end(false);
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const statements = new Statements(new Room('list'));
  const spool = await Spool.open();
  try {
    await sort(files, onIssue, spool, statements);
    for await (const { line, text } of spool.lines()) {
      const entity = entityIn(text);
      if ('wrong' in entity) throw new Error(`line ${line} cannot be read a second time: ${entity.wrong}`);
      const draft = draftOf(entity, list);
      statements.about(entity).forEach((statement) => addStatement(draft, statement));
      const entry = draft.finish();
      if (!entry) throw new Error(`line ${line} has no name when it is read a second time`);
      reportOdd(draft, { file: 'list', line, text }, onIssue);
      yield entry;
    }
  } finally {
    await spool.close();
  }
}

export const followTheMoney: Importer = {
  format: 'followthemoney',
  title: 'FollowTheMoney entities (JSON lines)',
  files: [{ role: 'list', required: true, names: /(?:\.ftm|^entities|^targets\.nested)\.(?:json|jsonl|ndjson)$/i }],
  read,
};
