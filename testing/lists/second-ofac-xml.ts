import { readFileSync } from 'node:fs';
import { addCountry, addName, type ExactRecord, exactRecord } from './second-exact';
import { dateWanted } from './second-ofac';
import type { Reading, RecordRead } from './second-reading';
import { at, type Node, textAt, textsAt, xmlTree } from './second-xml';

export const OFAC_SCHEMAS: Record<string, RecordRead['schema']> = {
  individual: 'Person',
  entity: 'Company',
  vessel: 'Vessel',
  aircraft: 'Aircraft',
};

/** Types in the list of documents that say something else about the party. */
export const NO_DOCUMENT =
  /^(?:gender|phone|telephone|fax|telex|secondary sanctions|additional sanctions|transactions prohibited|executive order|caatsa|section|interpol|chinese commercial|individual's|linked to|organization|target type)|\b(?:date|title|tonnage|type|model|owner|flag|operator|directive|sanctions|build)\b/i;

/** Adds the number of a document, without the `IMO` in front, and without a note in brackets, which the remarks have. */
export function addNumber(record: ExactRecord, printed: string): void {
  record.identifiers.add(printed.replace(/^IMO\s+|\s+\([^()]*\)$/g, ''));
  record.notes.add(printed);
}

const nameOf = (node: Node): string => `${textAt(node, 'firstName')} ${textAt(node, 'lastName')}`;

/** Reads `sdn.xml`. */
export function secondOfacXml(path: string): Reading {
  const records: Reading['records'] = new Map();
  for (const node of at(xmlTree(readFileSync(path, 'utf8')), 'sdnEntry')) {
    const record = exactRecord();
    record.schema = OFAC_SCHEMAS[textAt(node, 'sdnType').toLowerCase()];
    record.gender = '';
    addName(record, nameOf(node));
    for (const alias of at(node, 'akaList/aka')) addName(record, nameOf(alias), textAt(alias, 'category') === 'weak');
    for (const date of textsAt(node, 'dateOfBirthList/dateOfBirthItem/dateOfBirth'))
      record.birth_dates.add(dateWanted(date));
    const countries = ['nationalityList/nationality', 'citizenshipList/citizenship', 'addressList/address'].map(
      (each) => `${each}/country`,
    );
    for (const each of [...countries, 'vesselInfo/vesselFlag'])
      textsAt(node, each).forEach((country) => addCountry(record, country));
    for (const id of at(node, 'idList/id')) {
      const [type, number] = [textAt(id, 'idType'), textAt(id, 'idNumber')];
      if (type === 'Gender') record.gender = number.toLowerCase();
      if (NO_DOCUMENT.test(type)) record.notes.add(number);
      else {
        addNumber(record, number);
        addCountry(record, textAt(id, 'idCountry'));
      }
    }
    textsAt(node, 'vesselInfo/callSign').forEach((sign) => record.identifiers.add(sign));
    textsAt(node, 'programList/program').forEach((program) => record.programs.add(program));
    records.set(textAt(node, 'uid'), record);
  }
  return { records };
}
