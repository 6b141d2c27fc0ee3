import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { ofacDate } from './birth-dates';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, OnIssue } from './importer';
import { joined } from './names';
import { readDocument, readRemarks } from './ofac-remarks';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';
import { childrenOf, textOf, XmlElement } from './xml-element';
import { XmlLayout, xmlRecords } from './xml-records';

/**
 * OFAC's lists as XML: `sdn.xml`, and `consolidated.xml` for the lists that are not the SDN list. They have `sdnEntry`
 * elements below `sdnList`. An entry has the number that it has in OFAC's other formats. OFAC spells
 * `publshInformation` like this.
 */

const LAYOUT: XmlLayout = {
  format: 'ofac-xml',
  file: 'list',
  root: 'sdnList',
  containers: [],
  records: ['sdnEntry', 'publshInformation', 'publishInformation'],
};

const SCHEMAS = new Map<string, ListSchema>([
  ['individual', 'Person'],
  ['entity', 'Company'],
  ['vessel', 'Vessel'],
  ['aircraft', 'Aircraft'],
]);

/** The items of a list such as `akaList`, which has `aka` elements. */
function items(element: XmlElement, list: string, item: string): XmlElement[] {
  return childrenOf(element, list).flatMap((each) => childrenOf(each, item));
}

const nameOf = (element: XmlElement): string => `${textOf(element, 'firstName')} ${textOf(element, 'lastName')}`;

function addDetails(draft: EntryDraft, element: XmlElement): void {
  for (const { text } of items(element, 'programList', 'program')) draft.addProgram(text);
  for (const item of items(element, 'dateOfBirthList', 'dateOfBirthItem')) {
    const printed = textOf(item, 'dateOfBirth');
    draft.addBirthDate(ofacDate(printed), printed);
  }
  for (const item of items(element, 'placeOfBirthList', 'placeOfBirthItem'))
    draft.addRemark('Place of birth', textOf(item, 'placeOfBirth'));
  for (const item of items(element, 'nationalityList', 'nationality')) draft.addCountry(textOf(item, 'country'));
  for (const item of items(element, 'citizenshipList', 'citizenship')) draft.addCountry(textOf(item, 'country'));
  for (const id of items(element, 'idList', 'id')) {
    const [type, number, country] = [textOf(id, 'idType'), textOf(id, 'idNumber'), textOf(id, 'idCountry')];
    readDocument(draft, type, number, country);
    if (type.toLowerCase() === 'gender') draft.addGender(number);
    const times = [
      ['issued', textOf(id, 'issueDate')],
      ['expires', textOf(id, 'expirationDate')],
    ].filter(([, date]) => date !== '');
    draft.addRemark(type, [number, country && `(${country})`, ...times.flat()].filter(Boolean).join(' '));
  }
  for (const address of items(element, 'addressList', 'address')) {
    const parts = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country'];
    draft.addRemark('Address', joined(parts.map((part) => textOf(address, part))));
    draft.addCountry(textOf(address, 'country'));
  }
  for (const vessel of childrenOf(element, 'vesselInfo')) {
    draft.addIdentifier('call sign', textOf(vessel, 'callSign')).addCountry(textOf(vessel, 'vesselFlag'));
    draft.addRemark('Vessel type', textOf(vessel, 'vesselType')).addRemark('Owner', textOf(vessel, 'vesselOwner'));
    draft.addRemark('Tonnage', textOf(vessel, 'tonnage'));
    draft.addRemark('Gross tonnage', textOf(vessel, 'grossRegisteredTonnage'));
  }
}

function draftOf(element: XmlElement, id: string, list: string): EntryDraft {
  const type = textOf(element, 'sdnType');
  const schema = SCHEMAS.get(type.toLowerCase());
  const draft = new EntryDraft(list, id, schema ?? 'Company').addTopic('sanction');
  if (schema === undefined)
    draft.addOddity('schema', `the sdnType ${JSON.stringify(type)} is unknown; the record is read as an entity`);
  draft.addName(nameOf(element), 'primary');
  for (const alias of items(element, 'akaList', 'aka'))
    draft.addName(nameOf(alias), textOf(alias, 'category').toLowerCase() === 'weak' ? 'weak' : 'alias');
  draft.addRemark('Title', textOf(element, 'title'));
  addDetails(draft, element);
  const remarks = textOf(element, 'remarks');
  readRemarks(draft, remarks);
  return draft.addRemark('', remarks);
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const seen = new SeenIds();
  for await (const { element, line, text } of xmlRecords(files.list!, LAYOUT, onIssue)) {
    if (element.name !== 'sdnEntry') continue;
    const malformed = (reason: string) =>
      onIssue({ file: 'list', line, kind: 'malformed', reason, excerpt: excerptOf(text) });
    const id = textOf(element, 'uid');
    if (id === '') {
      malformed('the record has no uid');
      continue;
    }
    const draft = draftOf(element, id, list);
    const entry = draft.finish();
    if (!entry) malformed('the record has no name');
    else if (!seen.add(id)) malformed(`the uid ${excerptOf(id)} is duplicated; the first record was kept`);
    else {
      reportOdd(draft, { file: 'list', line, text }, onIssue);
      yield entry;
    }
  }
}

export const ofacXml: Importer = {
  format: 'ofac-xml',
  title: 'OFAC SDN or consolidated list (XML)',
  files: [{ role: 'list', required: true, names: /^(?:sdn|ofac(?:[-_. ].*)?)(?<!advanced)\.xml$/i }],
  read,
};
