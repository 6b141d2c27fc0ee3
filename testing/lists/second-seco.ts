import { readFileSync } from 'node:fs';
import { addCountry, addDate, addName, dateFrom, type ExactRecord, exactRecord } from './second-exact';
import type { Reading } from './second-reading';
import { at, grouped, type Node, textAt, textsAt, xmlTree } from './second-xml';

const ORDER =
  'given-name further-given-name father-name grand-father-name whole-name other tribal-name family-name maiden-name suffix'.split(
    ' ',
  );

/** Statements of `other-information` whose value is an identifier. */
const STATED =
  /^(?:IMO number|(?:(?:State|Business|Main|Company) )?Registration number|Tax(?:payer)? identification number|Tax registration number|SWIFT(?:\/BIC)?(?: code)?|Website|E-?mail(?: address)?) ?: (\S+?)\.?$/i;

/** Reads SECO's whole list, without the targets that were taken off it. */
export function secondSeco(path: string): Reading {
  const root = xmlTree(readFileSync(path, 'utf8'));
  const records: Reading['records'] = new Map();
  const places = new Map(at(root, 'place').map((place) => [place.attributes.ssid!, place]));
  const programs = new Map(
    at(root, 'sanctions-program').flatMap((program) => {
      const name =
        at(program, 'program-name')
          .find(({ attributes }) => attributes.lang === 'eng')
          ?.text.trim() ?? '';
      return at(program, 'sanctions-set').map(({ attributes }): [string, string] => [attributes.ssid!, name]);
    }),
  );
  for (const target of at(root, 'target')) {
    if (isDelisted(target)) continue;
    const record = exactRecord();
    const [subject] = ['individual', 'entity', 'object'].flatMap((name) => at(target, name));
    record.schema = subject!.name === 'individual' ? 'Person' : subject!.name === 'entity' ? 'Company' : 'Vessel';
    record.gender = subject!.attributes.sex ?? '';
    for (const id of textsAt(target, 'sanctions-set-id')) record.programs.add(programs.get(id) ?? '');
    for (const identity of at(subject!, 'identity')) readIdentity(record, identity, places);
    for (const text of textsAt(subject!, 'other-information')) {
      const value = STATED.exec(text)?.[1];
      if (value !== undefined) record.identifiers.add(value);
    }
    textsAt(subject!, 'justification').forEach((text) => record.notes.add(text));
    records.set(target.attributes.ssid!, record);
  }
  return { records };
}

function isDelisted(target: Node): boolean {
  const all = at(target, 'modification').map(({ attributes }) => attributes);
  const last = all.reduce((date, each) => (each['effective-date']! > date ? each['effective-date']! : date), '');
  return all.some((each) => each['effective-date'] === last && each['modification-type'] === 'de-listed');
}

function readIdentity(record: ExactRecord, identity: Node, places: Map<string, Node>): void {
  at(identity, 'name').forEach((name) => readName(record, name));
  for (const { attributes } of at(identity, 'day-month-year')) {
    const isGregorian = (attributes.calendar ?? 'gregorian') === 'gregorian';
    const date = isGregorian ? dateFrom(attributes.year ?? '', attributes.month, attributes.day) : undefined;
    if (record.schema === 'Person') addDate(record, date, attributes.year ?? '');
    else if (date !== undefined) record.notes.add(date);
  }
  at(identity, 'nationality').forEach((nationality) => country(record, nationality));
  for (const { attributes } of at(identity, 'address')) {
    const place = places.get(attributes['place-id'] ?? '');
    if (place !== undefined) country(record, place);
  }
  for (const document of at(identity, 'identification-document')) {
    record.identifiers.add(textAt(document, 'number'));
    addCountry(record, at(document, 'issuer')[0]?.attributes.code ?? '');
  }
}

function country(record: ExactRecord, node: Node): void {
  for (const { attributes, text } of at(node, 'country')) addCountry(record, attributes['iso-code'] ?? text);
}

/** Every way to choose one text of each part. */
const choices = (parts: string[][]): string[] =>
  parts.reduce((all: string[], part) => all.flatMap((start) => part.map((text) => `${start} ${text}`)), ['']);

/** A Latin spelling is one more choice for its part. In another script, a part without a spelling keeps its main text. */
function readName(record: ExactRecord, name: Node): void {
  const parts = at(name, 'name-part')
    .filter(({ attributes }) => attributes['name-part-type'] !== 'title')
    .map((part) => ({
      value: textAt(part, 'value'),
      variants: grouped(at(part, 'spelling-variant'), ({ attributes }) => attributes.script ?? 'LATN'),
      order: ORDER.indexOf(part.attributes['name-part-type'] ?? 'other'),
    }))
    .sort((a, b) => a.order - b.order);
  const weak = name.attributes.quality === 'low';
  const scripts = new Set(parts.flatMap(({ variants }) => [...variants.keys()]));
  for (const script of ['LATN', ...scripts]) {
    const spelled = parts.map(({ value, variants }) => {
      const own = (variants.get(script) ?? []).map(({ text }) => text.trim());
      return script === 'LATN' || own.length === 0 ? [value, ...own] : own;
    });
    choices(spelled).forEach((text) => addName(record, text, weak));
  }
}
