import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { circa, dateOf, isoDate, rangeOf } from './birth-dates';
import { countryCode, isCountryCode } from './country-codes';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, OnIssue } from './importer';
import { joined } from './names';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';
import { childrenOf, XmlElement } from './xml-element';
import { XmlLayout, xmlRecords } from './xml-records';

/**
 * The European Union's consolidated list of financial sanctions (FSF), XML in schema 1.1. It has `sanctionEntity`
 * elements below `export`, in the namespace http://eu.europa.ec/fpi/fsd/export. Nearly all data is in attributes.
 * An unknown country has the code 00.
 */

const LAYOUT: XmlLayout = {
  format: 'eu-fsf',
  file: 'list',
  root: 'export',
  containers: [],
  records: ['sanctionEntity'],
};

/** Identifier types by `identificationTypeCode`. For other codes, the description in the file is the type. */
const IDENTIFICATION = new Map(
  Object.entries({
    id: 'national id',
    passport: 'passport',
    ssn: 'ssn',
    fiscalcode: 'tax id',
    taxid: 'tax id',
    regnumber: 'registration number',
    tradelic: 'trade license',
    swiftbic: 'swift/bic',
    imo: 'imo number',
  }),
);

function attribute(element: XmlElement, name: string): string {
  return element.attributes[name]?.trim() ?? '';
}

function countryOf(element: XmlElement): string | undefined {
  const code = attribute(element, 'countryIso2Code').toUpperCase();
  if (isCountryCode(code)) return code;
  return countryCode(attribute(element, 'countryDescription'));
}

function schemaOf(element: XmlElement): ListSchema | undefined {
  const [type] = childrenOf(element, 'subjectType');
  const words = type
    ? [attribute(type, 'classificationCode'), attribute(type, 'code')].map((word) => word.toLowerCase())
    : [];
  if (words.some((word) => word === 'p' || word === 'person')) return 'Person';
  if (words.some((word) => ['e', 'enterprise', 'entity'].includes(word))) return 'Company';
  return words.some((word) => word === 'v' || word === 'vessel' || word === 'ship') ? 'Vessel' : undefined;
}

function birthDate(element: XmlElement): string | undefined {
  const calendar = attribute(element, 'calendarType');
  if (calendar !== '' && calendar.toUpperCase() !== 'GREGORIAN') return undefined;
  const number = (name: string) => Number(attribute(element, name)) || undefined;
  const year = number('year');
  const from = number('yearRangeFrom');
  const to = number('yearRangeTo');
  const date =
    isoDate(attribute(element, 'birthdate')) ??
    (year && dateOf(year, number('monthOfYear') ?? number('month'), number('dayOfMonth') ?? number('day'))) ??
    rangeOf(from ? dateOf(from) : undefined, to ? dateOf(to) : undefined);
  return attribute(element, 'circa') === 'true' ? circa(date || undefined) : date || undefined;
}

function texts(element: XmlElement, names: string[]): string {
  return joined(names.map((name) => attribute(element, name)).filter((text) => text !== 'UNKNOWN'));
}

function addNames(draft: EntryDraft, element: XmlElement): void {
  let primary = false;
  for (const alias of childrenOf(element, 'nameAlias')) {
    const parts = ['firstName', 'middleName', 'lastName'].map((part) => attribute(alias, part)).join(' ');
    const remarks = childrenOf(alias, 'remark').map((remark) => remark.text.trim());
    // `strong` is nearly always "true"; for aliases from the UN list, the quality is in a remark instead
    const weak = attribute(alias, 'strong') === 'false' || remarks.some((remark) => /\blow? quality/i.test(remark));
    draft.addName(attribute(alias, 'wholeName') || parts, weak ? 'weak' : primary ? 'alias' : 'primary');
    primary ||= !weak;
    draft.addRemark('Title', attribute(alias, 'title')).addRemark('Function', attribute(alias, 'function'));
    draft.addGender(attribute(alias, 'gender')).addRemark('Gender', attribute(alias, 'gender'));
    for (const remark of remarks) if (!/quality/i.test(remark)) draft.addRemark('Note on a name', remark);
  }
}

function addAddresses(draft: EntryDraft, element: XmlElement): void {
  for (const address of childrenOf(element, 'address')) {
    draft.addCountryCode(countryOf(address));
    draft.addRemark(
      'Address',
      texts(address, ['street', 'poBox', 'place', 'zipCode', 'city', 'region', 'countryDescription']),
    );
    for (const remark of childrenOf(address, 'remark')) draft.addRemark('Note on an address', remark.text);
    for (const contact of childrenOf(address, 'contactInfo')) {
      const key = attribute(contact, 'key').toUpperCase();
      const texts = attribute(contact, 'value').split(/[,;\s]+/);
      if (key === 'EMAIL')
        texts.filter((text) => text.includes('@')).forEach((text) => draft.addIdentifier('email', text));
      else if (key === 'WEB')
        texts.filter((text) => text.includes('.')).forEach((text) => draft.addIdentifier('website', text));
      else draft.addRemark(key, attribute(contact, 'value'));
    }
  }
}

function addIdentifications(draft: EntryDraft, element: XmlElement): void {
  for (const identification of childrenOf(element, 'identification')) {
    const code = attribute(identification, 'identificationTypeCode').toLowerCase();
    const type =
      IDENTIFICATION.get(code) ??
      (attribute(identification, 'identificationTypeDescription').toLowerCase() || code || 'identification');
    const numbers = [attribute(identification, 'number'), attribute(identification, 'latinNumber')].filter(
      (number) => number !== '',
    );
    if (attribute(identification, 'knownFalse') === 'true')
      draft.addRemark(`Known to be false: ${type}`, numbers.join(', '));
    else numbers.forEach((number) => draft.addIdentifier(type, number, countryOf(identification)));
    // a name on a document is one that the party used, also if the document is false
    draft.addName(attribute(identification, 'nameOnDocument'));
    const issue = [
      ['issued by', attribute(identification, 'issuedBy')],
      ['issued', attribute(identification, 'issueDate') || attribute(identification, 'issuedDate')],
      ['valid from', attribute(identification, 'validFrom')],
      ['valid to', attribute(identification, 'validTo')],
    ].filter(([, text]) => text !== '');
    draft.addRemark(`Note on ${type} ${numbers[0] ?? ''}`.trim(), issue.flat().join(' '));
    for (const remark of childrenOf(identification, 'remark'))
      draft.addRemark(`Note on ${type} ${numbers[0] ?? ''}`.trim(), remark.text);
  }
}

function draftOf(element: XmlElement, id: string, schema: ListSchema, list: string): EntryDraft {
  const draft = new EntryDraft(list, id, schema).addTopic('sanction');
  addNames(draft, element);
  for (const birth of childrenOf(element, 'birthdate')) {
    draft.addBirthDate(
      birthDate(birth),
      texts(birth, ['birthdate', 'year', 'yearRangeFrom', 'yearRangeTo', 'calendarType']),
    );
    draft.addRemark('Place of birth', texts(birth, ['place', 'city', 'region', 'countryDescription']));
  }
  for (const citizenship of childrenOf(element, 'citizenship')) {
    const country = countryOf(citizenship);
    if (country) draft.addCountryCode(country);
    else draft.addRemark('Citizenship', texts(citizenship, ['countryDescription', 'region']));
  }
  addAddresses(draft, element);
  addIdentifications(draft, element);
  for (const regulation of childrenOf(element, 'regulation')) {
    draft.addProgram(attribute(regulation, 'programme')).addRemark('Legal basis', attribute(regulation, 'numberTitle'));
  }
  draft
    .addRemark('UN reference', attribute(element, 'unitedNationId'))
    .addRemark('Designated on', attribute(element, 'designationDate'));
  draft.addRemark('', attribute(element, 'designationDetails'));
  for (const remark of childrenOf(element, 'remark')) draft.addRemark('', remark.text);
  return draft;
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const seen = new SeenIds();
  for await (const { element, line, text } of xmlRecords(files.list!, LAYOUT, onIssue)) {
    const malformed = (reason: string) =>
      onIssue({ file: 'list', line, kind: 'malformed', reason, excerpt: excerptOf(text) });
    const logicalId = attribute(element, 'logicalId');
    const id = attribute(element, 'euReferenceNumber') || (logicalId && `logical-${logicalId}`);
    if (id === '') {
      malformed('the record has neither a euReferenceNumber nor a logicalId');
      continue;
    }
    const schema = schemaOf(element);
    const draft = draftOf(element, id, schema ?? 'Company', list);
    if (schema === undefined)
      draft.addOddity('schema', 'the subjectType is missing or unknown; the record is read as an entity');
    const entry = draft.finish();
    if (!entry) malformed('the record has no name');
    else if (!seen.add(id)) malformed(`the reference ${id} is duplicated; the first record was kept`);
    else {
      reportOdd(draft, { file: 'list', line, text }, onIssue);
      yield entry;
    }
  }
}

export const euFsf: Importer = {
  format: 'eu-fsf',
  title: 'European Union consolidated financial sanctions (FSF XML 1.1)',
  files: [
    { role: 'list', required: true, names: /(?:full.*sanction|full-1_[01]|^eu(?:[-_. ].*)?(?=\.xml$)).*\.xml$/i },
  ],
  read,
};
