import { ListEntry, NameQuality } from '@probity/screening/list-entry';
import { circa, dateInWords, dateOf, isoDate, rangeOf } from './birth-dates';
import { countryCode } from './country-codes';
import { EntryDraft } from './entry-draft';
import { excerptOf, Importer, ImporterFiles, OnIssue } from './importer';
import { joined, naturalOrder } from './names';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';
import { namesInField } from './un-names';
import { childrenOf, textOf, XmlElement } from './xml-element';
import { XmlLayout, xmlRecords } from './xml-records';

/**
 * The consolidated list of the Security Council of the United Nations, in XML. It has `INDIVIDUAL` and `ENTITY`
 * elements below `CONSOLIDATED_LIST`. Source of the element names: the Council's schema sc-sanctions.xsd.
 */

const LAYOUT: XmlLayout = {
  format: 'un-consolidated',
  file: 'list',
  root: 'CONSOLIDATED_LIST',
  containers: ['INDIVIDUALS', 'ENTITIES'],
  records: ['INDIVIDUAL', 'ENTITY'],
};

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

function values(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).flatMap((each) => childrenOf(each, 'VALUE').map((value) => value.text.trim()));
}

function birthDate(element: XmlElement): string | undefined {
  const kind = textOf(element, 'TYPE_OF_DATE').toUpperCase();
  const from = textOf(element, 'FROM_YEAR');
  const to = textOf(element, 'TO_YEAR');
  if (from !== '' || to !== '')
    return rangeOf(from ? dateOf(Number(from)) : undefined, to ? dateOf(Number(to)) : undefined);
  const month = textOf(element, 'MONTH');
  const day = textOf(element, 'DAY');
  const year = textOf(element, 'YEAR');
  const date =
    isoDate(textOf(element, 'DATE')) ??
    (year ? dateOf(Number(year), month ? Number(month) : undefined, day ? Number(day) : undefined) : undefined) ??
    dateInWords(textOf(element, 'NOTE'));
  return kind === 'APPROXIMATELY' ? circa(date) : date;
}

const texts = (element: XmlElement, names: string[]): string => joined(names.map((name) => textOf(element, name)));

function draftOf(element: XmlElement, id: string, list: string): EntryDraft {
  const person = element.name === 'INDIVIDUAL';
  const draft = new EntryDraft(list, id, person ? 'Person' : 'Company').addTopic('sanction');

  const addNames = (
    text: string,
    first: NameQuality,
    quality: NameQuality = 'alias',
    inOrder = (name: string) => name,
  ) => {
    const { names, comments } = namesInField(text);
    names.forEach((name, n) => draft.addName(inOrder(name), n === 0 ? first : quality));
    for (const comment of comments) {
      draft.addOddity('names', `${JSON.stringify(excerptOf(comment))} is a comment; it is kept as a remark`);
      draft.addRemark('Note on a name', comment);
    }
  };
  addNames(NAME_PARTS.map((part) => textOf(element, part)).join(' '), 'primary');
  addNames(textOf(element, 'NAME_ORIGINAL_SCRIPT'), 'alias');
  for (const alias of childrenOf(element, `${element.name}_ALIAS`)) {
    const quality = /^low/i.test(textOf(alias, 'QUALITY')) ? 'weak' : 'alias';
    addNames(textOf(alias, 'ALIAS_NAME'), quality, quality, person ? naturalOrder : undefined);
    const born = texts(alias, ['DATE_OF_BIRTH', 'CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH']);
    const date = textOf(alias, 'DATE_OF_BIRTH');
    if (date !== '') draft.addBirthDate(isoDate(date) ?? dateInWords(date), date);
    draft.addRemark('Birth of an alias', born);
    draft.addRemark('Note on an alias', textOf(alias, 'NOTE'));
  }
  draft.addProgram(textOf(element, 'UN_LIST_TYPE'));

  for (const title of values(element, 'TITLE')) draft.addRemark('Title', title);
  for (const designation of values(element, 'DESIGNATION')) draft.addRemark('Designation', designation);
  const gender = textOf(element, 'GENDER');
  draft.addGender(gender).addRemark('Gender', gender).addRemark('Listed on', textOf(element, 'LISTED_ON'));
  for (const birth of childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const date = birthDate(birth);
    const printed = texts(birth, ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR', 'NOTE']);
    draft.addBirthDate(date, printed);
    if (textOf(birth, 'NOTE')) draft.addRemark('Date of birth', printed);
  }
  for (const place of childrenOf(element, 'INDIVIDUAL_PLACE_OF_BIRTH')) {
    draft.addRemark('Place of birth', texts(place, ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY', 'NOTE']));
  }
  for (const nationality of values(element, 'NATIONALITY')) draft.addCountry(nationality);
  for (const address of childrenOf(element, `${element.name}_ADDRESS`)) {
    draft.addCountry(textOf(address, 'COUNTRY'));
    draft.addRemark('Address', texts(address, ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE', 'COUNTRY', 'NOTE']));
  }
  for (const document of childrenOf(element, 'INDIVIDUAL_DOCUMENT')) {
    const type = textOf(document, 'TYPE_OF_DOCUMENT') || textOf(document, 'TYPE_OF_DOCUMENT2') || 'document';
    // some records have "national identity card number 44103-5251752-5" instead of only the number
    const number = textOf(document, 'NUMBER').replace(/^[a-z ]+(?:number|no\.?)\s+/i, '');
    const country = textOf(document, 'ISSUING_COUNTRY') || textOf(document, 'COUNTRY_OF_ISSUE');
    if (/\d/.test(number)) draft.addIdentifier(type.toLowerCase(), number, countryCode(country));
    else draft.addRemark(type, number);
    draft.addRemark(`Note on ${type.toLowerCase()} ${number}`.trim(), textOf(document, 'NOTE'));
  }
  draft.addRemark('', textOf(element, 'COMMENTS1'));
  return draft;
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const seen = new SeenIds();
  for await (const { element, line, text } of xmlRecords(files.list!, LAYOUT, onIssue)) {
    const malformed = (reason: string) =>
      onIssue({ file: 'list', line, kind: 'malformed', reason, excerpt: excerptOf(text) });
    const id =
      textOf(element, 'REFERENCE_NUMBER') || (textOf(element, 'DATAID') && `dataid-${textOf(element, 'DATAID')}`);
    if (id === '') {
      malformed('the record has neither a REFERENCE_NUMBER nor a DATAID');
      continue;
    }
    const draft = draftOf(element, id, list);
    const entry = draft.finish();
    if (!entry) malformed('the record has no name');
    else if (!seen.add(id)) malformed(`the reference ${id} is duplicated; the first record was kept`);
    else {
      reportOdd(draft, { file: 'list', line, text }, onIssue);
      yield entry;
    }
  }
}

export const unConsolidated: Importer = {
  format: 'un-consolidated',
  title: 'United Nations Security Council consolidated list (XML)',
  files: [
    {
      role: 'list',
      required: true,
      names: /^(?!eu|ofac|seco|swiss|consolidated[-_]list)(?:.*consolidated.*|un(?:[-_. ].*)?)\.xml$/i,
    },
  ],
  read,
};
