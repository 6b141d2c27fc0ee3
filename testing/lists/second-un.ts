import { readFileSync } from 'node:fs';
import type { ListEntry } from '@probity/screening/list-entry';
import type { Rules } from './compare-readings';
import { bare, emptyRecord, type Field, hasCountry, hasIdentifier, type Reading, words } from './second-reading';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(parseInt(code, hex === '' ? 10 : 16)),
    );

/** The texts of all elements with this name, in the order of the file. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))]
    .map(([, text]) => decoded(text!).trim())
    .filter((text) => text !== '');

/** Reads the XML of the United Nations list with patterns alone. */
export function secondUn(path: string): Reading {
  const records: Reading['records'] = new Map();
  const xml = readFileSync(path, 'utf8').replace(/<!--[^]*?-->/g, '');
  for (const [, , body] of xml.matchAll(/<(INDIVIDUAL|ENTITY)>([^]*?)<\/\1>/g)) {
    const record = emptyRecord();
    record.text = decoded(body!.replace(/<[^>]*>/g, ' '));
    const parts = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'].flatMap((part) => textsOf(body!, `${part}_NAME`).slice(0, 1));
    record.names.add(parts.join(' '));
    for (const name of ['ALIAS_NAME', 'NAME_ORIGINAL_SCRIPT'])
      textsOf(body!, name).forEach((text) => record.names.add(text));
    for (const birth of textsOf(body!, 'INDIVIDUAL_DATE_OF_BIRTH')) {
      for (const [date] of birth.matchAll(/(?<=<(?:DATE|YEAR|FROM_YEAR|TO_YEAR)>)[^<]+/g))
        record.birth_dates.add(date.trim());
    }
    textsOf(body!, 'DATE_OF_BIRTH').forEach((date) => record.birth_dates.add(date));
    for (const name of ['NATIONALITY', 'INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS']) {
      for (const element of textsOf(body!, name))
        [...textsOf(element, 'VALUE'), ...textsOf(element, 'COUNTRY')].forEach((each) => record.countries.add(each));
    }
    for (const document of textsOf(body!, 'INDIVIDUAL_DOCUMENT')) {
      textsOf(document, 'NUMBER')
        .filter((number) => /\d/.test(number))
        .forEach((number) => record.identifiers.add(number));
    }
    textsOf(body!, 'UN_LIST_TYPE').forEach((program) => record.programs.add(program));
    records.set(textsOf(body!, 'REFERENCE_NUMBER')[0] ?? `dataid-${textsOf(body!, 'DATAID')[0]}`, record);
  }
  return { records };
}

export const unRules: Rules = { has: unHas };

/** True if the entry has the value. The words of a name may be in several names, or in the remarks as a comment. */
function unHas(entry: ListEntry, field: Field, value: string): boolean {
  switch (field) {
    case 'names': {
      const known = new Set(words([...entry.names.map(({ name }) => name), entry.remarks ?? ''].join(' ')));
      return /^n\.?a\.?$/i.test(value) || words(value).every((word) => known.has(word));
    }
    case 'birth_dates': {
      const [year] = /\d{4}/.exec(value) ?? [];
      return (
        entry.birth_dates.some((date) => date === value || withinYears(date, Number(year))) ||
        (entry.remarks ?? '').includes(value)
      );
    }
    case 'countries':
      return hasCountry(entry, value);
    case 'identifiers':
      return hasIdentifier(entry, value);
    case 'programs':
      return entry.programs.some((program) => bare(program) === bare(value));
  }
}

function withinYears(date: string, year: number): boolean {
  const [from, to] = date.split('/').map((text) => Number(text.slice(0, 4)));
  return year >= from! && year <= (to ?? from!);
}
