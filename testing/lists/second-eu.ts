import { readFileSync } from 'node:fs';
import { addCountry, addDate, addName, circaOf, dateFrom, type ExactRecord, exactRecord } from './second-exact';
import type { Reading } from './second-reading';
import { at, type Node, textsAt, xmlTree } from './second-xml';

/** Reads the consolidated list of the European Union, schema 1.1. */
export function secondEu(path: string): Reading {
  const records: Reading['records'] = new Map();
  for (const node of at(xmlTree(readFileSync(path, 'utf8')), 'sanctionEntity')) {
    const record = exactRecord();
    const type = at(node, 'subjectType')[0]?.attributes.classificationCode;
    record.schema = type === 'P' ? 'Person' : 'Company';
    record.gender = '';
    for (const { attributes } of at(node, 'nameAlias')) {
      const whole = attributes.wholeName || `${attributes.firstName} ${attributes.middleName} ${attributes.lastName}`;
      addName(record, whole, attributes.strong === 'false');
      if (record.schema === 'Person' && attributes.gender)
        record.gender = attributes.gender === 'F' ? 'female' : 'male';
    }
    for (const { attributes } of at(node, 'birthdate')) birth(record, attributes);
    for (const each of at(node, 'citizenship')) country(record, each);
    for (const address of at(node, 'address')) {
      country(record, address);
      for (const { attributes } of at(address, 'contactInfo'))
        if (attributes.key === 'EMAIL' || attributes.key === 'WEB') record.identifiers.add(attributes.value!);
        else record.notes.add(attributes.value!);
    }
    for (const each of at(node, 'identification')) identification(record, each);
    for (const { attributes } of at(node, 'regulation')) record.programs.add(attributes.programme!);
    textsAt(node, 'remark').forEach((remark) => record.notes.add(remark));
    records.set(node.attributes.euReferenceNumber ?? `logical-${node.attributes.logicalId}`, record);
  }
  return { records };
}

function country(record: ExactRecord, { attributes }: Node): void {
  const { countryIso2Code: code = '00', countryDescription: name = '' } = attributes;
  addCountry(record, code === '00' ? name : code);
}

function birth(record: ExactRecord, attributes: Node['attributes']): void {
  const { birthdate, year, monthOfYear, dayOfMonth, yearRangeFrom, yearRangeTo, calendarType, circa } = attributes;
  if (calendarType !== 'GREGORIAN') return addDate(record, undefined, year ?? '');
  if (yearRangeFrom !== undefined) return addDate(record, `${yearRangeFrom}/${yearRangeTo}`, yearRangeFrom);
  const date = birthdate ?? dateFrom(year ?? '', monthOfYear, dayOfMonth);
  addDate(record, circa === 'true' && date !== undefined ? circaOf(date.slice(0, 4)) : date, year ?? '');
}

/** What is known to be false is a remark. A name on a document is a name of the party. */
function identification(record: ExactRecord, node: Node): void {
  const { number = '', latinNumber = '', knownFalse, nameOnDocument = '' } = node.attributes;
  const numbers = [number, latinNumber].filter((each) => each !== '');
  addName(record, nameOnDocument);
  if (knownFalse === 'true') return numbers.forEach((each) => record.notes.add(each));
  numbers.forEach((each) => record.identifiers.add(each));
  country(record, node);
}
