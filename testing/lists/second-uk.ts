import { readFileSync } from 'node:fs';
import { csvTable, type Cells } from './second-csv';
import { addCountry, addDate, addName, dateFrom, type ExactRecord, exactRecord } from './second-exact';
import type { Reading, RecordRead } from './second-reading';
import { at, type Node, textAt, textsAt, xmlTree } from './second-xml';

const SCHEMAS: Record<string, RecordRead['schema']> = { individual: 'Person', entity: 'Company', ship: 'Vessel' };

/** `17/03/1962`, `dd/mm/1962` or `00/00/1962`. */
function date(record: ExactRecord, printed: string): void {
  const [year, month, day] = printed.split('/').reverse();
  const part = (text = '') => (/^\d+$/.test(text) && Number(text) > 0 ? text : '');
  addDate(record, dateFrom(year ?? '', part(month), part(day)), printed);
}

/** The values of a cell, which are numbered if there are several. */
const several = (cell: string): string[] =>
  cell
    .split(/\(\d+\)/)
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** The first of these columns that the list has. */
const cell = (cells: Cells, ...columns: string[]): string =>
  columns.map((column) => cells[column]).find((text) => text) ?? '';

const isWeak = (strength: string): boolean => strength.toLowerCase().startsWith('low');

/** Reads `UK-Sanctions-List.csv`, or `ConList.csv`. */
export function secondUkCsv(path: string): Reading {
  const records = new Map<string, ExactRecord>();
  for (const cells of csvTable(readFileSync(path, 'utf8'), 'Name 6')) {
    const id = cell(cells, 'unique id', 'group id');
    const record = records.get(id) ?? exactRecord();
    records.set(id, record);
    record.schema = SCHEMAS[cell(cells, 'designation type', 'group type').toLowerCase()];
    record.gender ??= '';
    const gender = cell(cells, 'gender').toLowerCase();
    if (gender !== '' && record.schema === 'Person') record.gender = gender;
    addName(
      record,
      [1, 2, 3, 4, 5, 6].map((n) => cells[`name ${n}`]).join(' '),
      isWeak(cell(cells, 'alias strength', 'alias quality')),
    );
    addName(record, cell(cells, 'name non-latin script'));
    record.programs.add(cell(cells, 'regime name', 'regime'));
    several(cell(cells, 'd.o.b', 'dob')).forEach((text) => date(record, text));
    for (const column of [
      'nationality(/ies)',
      'nationality',
      'address country',
      'country',
      'current believed flag of ship',
    ])
      several(cell(cells, column)).forEach((country) => addCountry(record, country));
    for (const column of [
      'passport number',
      'national identifier number',
      'national identification number',
      'business registration number (s)',
      'imo number',
      'hull identification number (hin)',
      'website',
      'email address',
    ])
      several(cell(cells, column)).forEach((number) => record.identifiers.add(number));
    for (const column of ['other information', 'previous flags', 'phone number'])
      if (cell(cells, column) !== '') record.notes.add(cell(cells, column));
  }
  return { records };
}

/** The texts of all elements with this name, at any depth. */
const deep = (node: Node, name: string): Node[] =>
  node.kids.flatMap((kid) => [...(kid.name === name ? [kid] : []), ...deep(kid, name)]);

const NUMBERS = [
  'PassportNumber',
  'NationalIdentifierNumber',
  'BusinessRegistrationNumber',
  'IMONumber',
  'HullIdentificationNumber',
  'Website',
  'EmailAddress',
];

/** Reads `UK-Sanctions-List.xml`. */
export function secondUkXml(path: string): Reading {
  const records: Reading['records'] = new Map();
  for (const node of at(xmlTree(readFileSync(path, 'utf8')), 'Designation')) {
    const record = exactRecord();
    record.schema = SCHEMAS[textAt(node, 'IndividualEntityShip').toLowerCase()];
    record.gender = deep(node, 'Gender')[0]?.text.toLowerCase() ?? '';
    for (const name of at(node, 'Names/Name'))
      addName(
        record,
        [1, 2, 3, 4, 5, 6].map((n) => textAt(name, `Name${n}`)).join(' '),
        isWeak(textAt(name, 'AliasStrength')),
      );
    textsAt(node, 'NonLatinNames/NonLatinName/NameNonLatinScript').forEach((name) => addName(record, name));
    textsAt(node, 'RegimeName').forEach((program) => record.programs.add(program));
    deep(node, 'DOB').forEach(({ text }) => date(record, text));
    for (const name of ['Nationality', 'AddressCountry', 'CurrentBelievedFlagOfShip'])
      deep(node, name).forEach(({ text }) => addCountry(record, text));
    for (const name of NUMBERS) deep(node, name).forEach(({ text }) => record.identifiers.add(text.trim()));
    for (const name of ['OtherInformation', 'PreviousFlag', 'PhoneNumber'])
      deep(node, name).forEach(({ text }) => record.notes.add(text));
    records.set(textAt(node, 'UniqueID'), record);
  }
  return { records };
}
