import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { britishDate } from './birth-dates';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, OnIssue } from './importer';
import { joined } from './names';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';
import { textOf, XmlElement } from './xml-element';
import { XmlLayout, xmlRecords } from './xml-records';

/**
 * The UK Sanctions List of the Foreign, Commonwealth and Development Office as XML. It has `Designation` elements below
 * `Designations`. An entry has the number that it has in the list as CSV. An element that this importer does not know
 * becomes a remark.
 */

const LAYOUT: XmlLayout = {
  format: 'uk-sanctions-xml',
  file: 'list',
  root: 'Designations',
  containers: [],
  records: ['Designation', 'DateGenerated'],
};

const SCHEMAS = new Map<string, ListSchema>([
  ['individual', 'Person'],
  ['entity', 'Company'],
  ['ship', 'Vessel'],
]);

const IDENTIFIERS = new Map(
  Object.entries({
    PassportNumber: 'passport',
    NationalIdentifierNumber: 'national id',
    BusinessRegistrationNumber: 'registration number',
    IMONumber: 'imo number',
    HullIdentificationNumber: 'hull identification number',
    Website: 'website',
    EmailAddress: 'email',
  }),
);

/** Elements of which an entry needs no remark: its number, type and the dates of the file. */
const IN_ENTRY = new Set(['UniqueID', 'IndividualEntityShip', 'LastUpdated']);

const LABELS = new Map(
  Object.entries({
    DateDesignated: 'Designated on',
    UNReferenceNumber: 'UN reference',
    OFSIGroupID: 'OFSI group',
    SanctionsImposed: 'Sanctions',
    UKStatementofReasons: 'Reasons',
    OtherInformation: '',
  }),
);

const texts = (element: XmlElement, names: string[]): string => joined(names.map((name) => textOf(element, name)));
const numbered = (name: string): string[] => [1, 2, 3, 4, 5, 6].map((part) => `${name}${part}`);
/** `TypeOfShip` as `Type of ship`. */
const inWords = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

function addName(draft: EntryDraft, element: XmlElement): void {
  const name = numbered('Name')
    .map((part) => textOf(element, part))
    .join(' ');
  const isPrimary = textOf(element, 'NameType').toLowerCase() === 'primary name';
  const isWeak = /^low/i.test(textOf(element, 'AliasStrength'));
  draft.addName(name, isWeak ? 'weak' : isPrimary ? 'primary' : 'alias');
}

/** Reads an element of a designation with all that is in it. */
function addElement(draft: EntryDraft, element: XmlElement): void {
  const { name } = element;
  const text = element.text.trim();
  if (name === 'Name') addName(draft, element);
  else if (name === 'NonLatinName') draft.addName(textOf(element, 'NameNonLatinScript'));
  else if (name === 'Address') {
    draft.addCountry(textOf(element, 'AddressCountry'));
    draft.addRemark('Address', texts(element, [...numbered('AddressLine'), 'AddressPostalCode', 'AddressCountry']));
  } else if (name === 'Location') draft.addRemark('Place of birth', texts(element, ['TownOfBirth', 'CountryOfBirth']));
  else if (element.children.length > 0) element.children.forEach((child) => addElement(draft, child));
  else if (text !== '' && !IN_ENTRY.has(name)) addText(draft, name, text);
}

function addText(draft: EntryDraft, name: string, text: string): void {
  if (name === 'Gender') draft.addGender(text);
  const identifier = IDENTIFIERS.get(name);
  if (name === 'DOB') draft.addBirthDate(britishDate(text), text);
  else if (name === 'Nationality' || name === 'CurrentBelievedFlagOfShip') draft.addCountry(text);
  else if (name === 'RegimeName') draft.addProgram(text);
  else if (identifier !== undefined) draft.addIdentifier(identifier, text);
  // the indicators repeat the sanctions as one element for each
  else if (text !== 'false' && text !== 'true') draft.addRemark(LABELS.get(name) ?? inWords(name), text);
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const seen = new SeenIds();
  for await (const { element, line, text } of xmlRecords(files.list!, LAYOUT, onIssue)) {
    if (element.name !== 'Designation') continue;
    const malformed = (reason: string) =>
      onIssue({ file: 'list', line, kind: 'malformed', reason, excerpt: excerptOf(text) });
    const id = textOf(element, 'UniqueID');
    if (id === '') {
      malformed('the record has no UniqueID');
      continue;
    }
    const type = textOf(element, 'IndividualEntityShip');
    const schema = SCHEMAS.get(type.toLowerCase());
    const draft = new EntryDraft(list, id, schema ?? 'Company').addTopic('sanction');
    if (schema === undefined)
      draft.addOddity('schema', `the type ${JSON.stringify(type)} is unknown; the record is read as an entity`);
    element.children.forEach((child) => addElement(draft, child));
    const entry = draft.finish();
    if (!entry) malformed('the record has no name');
    else if (!seen.add(id)) malformed(`the UniqueID ${excerptOf(id)} is duplicated; the first record was kept`);
    else {
      reportOdd(draft, { file: 'list', line, text }, onIssue);
      yield entry;
    }
  }
}

export const ukSanctionsXml: Importer = {
  format: 'uk-sanctions-xml',
  title: 'UK Sanctions List (XML)',
  files: [{ role: 'list', required: true, names: /^uk[-_ ]?sanctions[-_ ]?list.*\.xml$/i }],
  read,
};
